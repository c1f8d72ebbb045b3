package dev.semel.provider.file;

/**
 * Something wrong in a provider file.
 *
 * @param line the line in the file, from 1
 * @param pointer the JSON Pointer of the value; empty for the whole file
 * @param message a sentence that says what is wrong and what to do
 */
public record ProviderFileFault(int line, String pointer, String message) {
  /** The fault as a line for people: line, pointer, message. */
  @Override
  public String toString() {
    return "line " + line + ": " + (pointer.isEmpty() ? "" : pointer + ": ") + message;
  }
}
