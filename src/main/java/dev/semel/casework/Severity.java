// How bad a case is.
package dev.semel.casework;

/** How bad a case is: what it may cost while nobody looks at it. */
public enum Severity {
  /** Order is missing, money is not. */
  LOW,
  /** Something must be cleared up, and most likely no money is lost. */
  MEDIUM,
  /** Money may be lost or owed. */
  HIGH,
  /** Money may have left that nobody asked for, or left twice. */
  CRITICAL
}
