/**
 * Reading JSON bodies strictly: from raw bytes to a tree in which nothing is doubtful, and from the
 * tree to values, with every fault collected. Every feature may use this package; it uses {@code
 * problem} alone.
 */
@NullMarked
package dev.semel.json;

import org.jspecify.annotations.NullMarked;
