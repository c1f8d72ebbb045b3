// How far a job has come whose work failed.
package dev.semel.submission;

/** How far a job has come whose work failed. */
enum JobState {
  /** It is tried again by itself, after a pause. */
  RETRYING,
  /** It failed too often and waits for a person; nothing else does. */
  FAILED,
  /** A person has it tried again. When that fails too, it is failed at once. */
  RETRIED,
  /** It went well, or need not be done any more. */
  DONE
}
