/**
 * Partners' reports that they send us over AS2 (RFC 4130): opened, kept, and only then receipted.
 */
@NullMarked
package dev.semel.report.as2;

import org.jspecify.annotations.NullMarked;
