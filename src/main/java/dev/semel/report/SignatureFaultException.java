// A signature that proves nothing.
package dev.semel.report;

import java.util.Optional;

/** A signature that proves nothing, and why. */
final class SignatureFaultException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient GateDecision.Quarantine fault;

  SignatureFaultException(GateDecision.Quarantine fault) {
    super(fault.evidence());
    this.fault = fault;
  }

  SignatureFaultException(QuarantineReason reason, String evidence) {
    this(new GateDecision.Quarantine(reason, evidence, Optional.empty(), Optional.empty()));
  }

  GateDecision.Quarantine fault() {
    return fault;
  }
}
