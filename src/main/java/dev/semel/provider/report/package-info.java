/**
 * The parsers of reports: from accepted bytes, which are a stream, and a format, which the
 * provider's file declares, to rows one by one and to what the report says of itself; or to the
 * refusal of the report as a whole. Nothing here knows where the bytes come from, whether they were
 * signed, or what becomes of the rows.
 */
@NullMarked
package dev.semel.provider.report;

import org.jspecify.annotations.NullMarked;
