// What a report says of itself outside its rows.
package dev.semel.provider.report;

/** What a report may say of itself outside its rows. */
public enum Telling {
  /** Its name at its sender. */
  ID,
  /** The account that it is about. */
  ACCOUNT,
  /** Its number in a row of reports. */
  SEQUENCE,
  /** When it was made. */
  CREATED_AT,
  /** The first moment that it is about. */
  FROM,
  /** The last moment that it is about. */
  TO,
  /** Which page it is, from 1. */
  PAGE,
  /** How many pages there are. */
  PAGES,
  /** Whether another page follows: true or false. */
  MORE
}
