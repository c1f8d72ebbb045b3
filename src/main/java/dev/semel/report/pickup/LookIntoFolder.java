// Looks into a partner's folder once.
package dev.semel.report.pickup;

import dev.semel.db.Tx;
import dev.semel.provider.ReportFolder;
import dev.semel.report.pickup.Readiness.Candidate;
import dev.semel.report.pickup.SeenFileStore.FileKey;
import dev.semel.report.pickup.SeenFileStore.Seen;
import dev.semel.report.pickup.TransferException.Kind;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Looks into a partner's folder once: takes each report that is complete and was not taken before,
 * hands it to the gate, and only then remembers that it need not be fetched again, whatever the
 * gate made of it. A node that dies in between has it fetched again, and the gate knows the same
 * bytes. What goes wrong with one file keeps no other waiting.
 */
@Singleton
final class LookIntoFolder {
  private static final Logger LOG = Logger.getLogger(LookIntoFolder.class);
  private static final String TYPE = "application/octet-stream";

  private final Folder.Opener folders;
  private final SeenFileStore files;
  private final ReportIntake intake;

  LookIntoFolder(Folder.Opener folders, SeenFileStore files, ReportIntake intake) {
    this.folders = folders;
    this.files = files;
    this.intake = intake;
  }

  /**
   * Looks once.
   *
   * @param claim whose reports, when, and what failed before
   * @param zone whose midnight ends the business date
   * @param goesOn asked before each file: whether the look is still this node's
   */
  LookResult look(
      PickupStore.Claim claim, ReportFolder folder, ZoneId zone, BooleanSupplier goesOn) {
    Tx.assertOutside();
    try (Folder open = folders.open(folder)) {
      return new Look(claim, folder, zone, open).all(goesOn);
    } catch (TransferException e) {
      return e.kind().isPassing()
          ? new LookResult.Passing(e.reason())
          : new LookResult.Lasting(e.reason());
    }
  }

  /** One look. */
  private final class Look {
    private final PickupStore.Claim claim;
    private final ReportFolder folder;
    private final ZoneId zone;
    private final Folder open;
    private @Nullable String passing;
    private @Nullable String trouble;

    Look(PickupStore.Claim claim, ReportFolder folder, ZoneId zone, Folder open) {
      this.claim = claim;
      this.folder = folder;
      this.zone = zone;
      this.open = open;
    }

    LookResult all(BooleanSupplier goesOn) throws TransferException {
      List<RemoteFile> listing = open.list();
      Readiness readiness = new Readiness(folder);
      for (Candidate candidate : readiness.candidates(listing)) {
        if (!goesOn.getAsBoolean()) {
          return new LookResult.Passing("Another node has taken the look over.");
        }
        one(candidate, readiness, listing);
      }
      if (passing != null) {
        return new LookResult.Passing(passing);
      }
      return trouble == null ? new LookResult.Well() : new LookResult.Troubled(trouble);
    }

    private void one(Candidate candidate, Readiness readiness, List<RemoteFile> listing)
        throws TransferException {
      RemoteFile file = candidate.file();
      FileKey key = FileKey.of(claim.provider(), folder.pathOf(file.name()), file);
      LocalDate today = candidate.day().orElseGet(() -> dayBefore(claim.at()));
      Seen seen = Tx.call(() -> files.see(key, today));
      // Midnight may have come since it was first seen: what has no date keeps the one it had then.
      LocalDate day = candidate.day().orElse(seen.day());
      if (seen.taken()) {
        removeTaken(file);
        return;
      }
      if (seen.refused().isPresent()) {
        trouble = seen.refused().get();
        return;
      }
      Optional<String> waits = readiness.waitsFor(file, listing, seen.seenAt(), claim.at());
      if (waits.isPresent()) {
        Tx.run(() -> files.waitsFor(key, waits.get()));
        return;
      }
      try {
        take(key, file, day, seen);
      } catch (TransferException e) {
        failed(key, e);
      } catch (RuntimeException e) {
        LOG.errorf(
            e,
            "the report %s of %s could not be kept and is tried again",
            file.name(),
            claim.provider());
        passing = file.name() + " could not be kept here; the log says why.";
        Tx.run(() -> files.failed(key, "It could not be kept here; the log says why."));
      }
    }

    private LocalDate dayBefore(Instant moment) {
      return LocalDate.ofInstant(moment, zone).minusDays(1);
    }

    private void failed(FileKey key, TransferException e) throws TransferException {
      if (e.kind().isPassing()) {
        Tx.run(() -> files.failed(key, e.reason()));
        passing = e.reason();
      } else {
        Tx.run(() -> files.refuse(key, e.reason()));
        trouble = e.reason();
      }
      if (e.kind() == Kind.UNREACHABLE) {
        throw e;
      }
    }

    private void take(FileKey key, RemoteFile file, LocalDate day, Seen seen)
        throws TransferException {
      try {
        Path spool = Files.createTempFile("semel-report-", ".part");
        try {
          try (OutputStream out = Files.newOutputStream(spool)) {
            open.copy(file, out);
          }
          byte[] hash = intake.take(arrived(file, day, seen, spool));
          Tx.run(() -> files.taken(key, hash));
          LOG.infof(
              "The report %s of %s (%d bytes) was taken",
              file.name(), claim.provider(), file.size());
        } finally {
          Files.deleteIfExists(spool);
        }
      } catch (IOException e) {
        throw new IllegalStateException("a report could not be kept in the temporary folder", e);
      }
      removeTaken(file);
    }

    private ArrivedReport arrived(RemoteFile file, LocalDate day, Seen seen, Path spool)
        throws TransferException {
      return new ArrivedReport(
          claim.provider(),
          day,
          file.name(),
          () -> Files.newInputStream(spool),
          TYPE,
          Stream.concat(claim.tries().stream(), seen.tries().stream()).toList(),
          beside(file, folder.beside().checksum()),
          beside(file, folder.beside().signature()));
    }

    private Optional<byte[]> beside(RemoteFile file, Optional<String> suffix)
        throws TransferException {
      return suffix.isEmpty() ? Optional.empty() : open.small(file.name() + suffix.get());
    }

    /** Removes what we have, where the partner wishes that; that it stays harms nothing. */
    private void removeTaken(RemoteFile file) throws TransferException {
      if (!folder.removes()) {
        return;
      }
      try {
        if (!open.remove(file)) {
          LOG.infof("%s of %s is another file by now, and stays", file.name(), claim.provider());
          return;
        }
        for (String ending : folder.endingsOfOthers()) {
          if (open.small(file.name() + ending).isPresent()) {
            open.remove(file.name() + ending);
          }
        }
      } catch (TransferException e) {
        if (e.kind().isPassing()) {
          throw e;
        }
        trouble = file.name() + " was taken and could not be removed: " + e.reason();
      }
    }
  }
}
