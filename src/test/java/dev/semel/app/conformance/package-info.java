/** Tests of the conformance kit, and the shipped provider files in it. */
@NullMarked
package dev.semel.app.conformance;

import org.jspecify.annotations.NullMarked;
