/** Tests of the demonstration. */
@NullMarked
package dev.semel.app.demo;

import org.jspecify.annotations.NullMarked;
