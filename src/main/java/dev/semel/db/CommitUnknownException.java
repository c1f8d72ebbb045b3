// Nobody here knows whether a transaction was committed.
package dev.semel.db;

/**
 * Everything in a transaction was done, and then its commit failed without the database saying that
 * it was rolled back: the connection was lost before the answer to {@code COMMIT} came. It may have
 * been committed, and the database may even still be at it. Whoever gets this must neither report
 * that nothing was done nor do it again without looking first.
 */
public final class CommitUnknownException extends RuntimeException {

  CommitUnknownException(Throwable cause) {
    super("the transaction may or may not have been committed", cause);
  }
}
