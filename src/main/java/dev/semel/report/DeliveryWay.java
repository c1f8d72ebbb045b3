// How a report came to us.
package dev.semel.report;

import dev.semel.provider.ReportArrival;

/** How a report came to us. */
enum DeliveryWay {
  /** The partner was asked for it over HTTP. */
  FETCHED,
  /** It was found in a folder of the partner's server. */
  PICKED_UP,
  /** The partner sent it over AS2. */
  SENT,
  /** A person brought it. */
  BROUGHT;

  /** The way of reports that arrive so. */
  static DeliveryWay of(ReportArrival arrival) {
    return switch (arrival) {
      case ReportArrival.Asked _ -> FETCHED;
      case ReportArrival.Found _ -> PICKED_UP;
      case ReportArrival.Sent _ -> SENT;
      case ReportArrival.Brought _ -> BROUGHT;
    };
  }
}
