// A receipt as it goes out.
package dev.semel.report.as2;

/**
 * A receipt as it goes out.
 *
 * @param messageId its own id
 * @param contentType with its boundary
 * @param body its bytes
 */
record Receipt(String messageId, String contentType, byte[] body) {}
