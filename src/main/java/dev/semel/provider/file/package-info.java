/**
 * Provider files: one YAML file describes one payout partner as data. Files are read to typed
 * records, and every fault of a file is told at once with its line; templates, answer rules,
 * readings and signatures are carried out here, without any network.
 */
@NullMarked
package dev.semel.provider.file;

import org.jspecify.annotations.NullMarked;
