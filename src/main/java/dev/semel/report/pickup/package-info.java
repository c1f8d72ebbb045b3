/**
 * Partners' reports that are had from the outside: found in folders of SFTP servers, or asked for
 * over HTTP. What is had goes through the gate and nowhere else.
 */
@NullMarked
package dev.semel.report.pickup;

import org.jspecify.annotations.NullMarked;
