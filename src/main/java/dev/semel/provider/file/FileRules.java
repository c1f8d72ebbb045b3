// What a schema can't say about a provider file.
package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Checks the sense of a file. Every check looks at the tree and passes over what has the wrong
 * shape, because the schema has told that already; so all faults are found in one go.
 */
final class FileRules {
  private FileRules() {}

  static void check(JsonNode file, FaultList faults) {
    new TemplateRules(file, faults).check();
    new AuthRules(file, faults).check();
    new AnswerRules(file, faults).check();
    new PromiseRules(file, faults).check();
    new ResendRules(file, faults).check();
    new FollowRules(file, faults).check();
    new ScanRules(file, faults).check();
    new PendingRules(file, faults).check();
    new WebhookRules(file, faults).check();
    new ReportRules(file, faults).check();
  }
}
