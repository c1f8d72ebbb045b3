// What people and their tools do with reports, over HTTP.
package dev.semel.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.db.Tx;
import dev.semel.domain.WireNames;
import dev.semel.idempotency.IdempotencyKey;
import dev.semel.idempotency.IdempotentAnswers;
import dev.semel.idempotency.StoredResponse;
import dev.semel.json.BodyReader;
import dev.semel.json.Page;
import dev.semel.json.QueryReader;
import dev.semel.provider.Providers;
import dev.semel.security.Caller;
import dev.semel.security.Permission;
import dev.semel.security.RequiresPermission;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * What people and their tools do with reports: bring, list, read, download, verify, release,
 * reject.
 */
@Path(ReportResource.PATH)
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public final class ReportResource {
  /** Where reports are. */
  public static final String PATH = "/v1/ops/reports";

  /** The largest body with a report, in bytes. */
  public static final int MAX_BYTES = 16 * 1024 * 1024;

  private static final List<String> STATUSES =
      Arrays.stream(StoredReport.Status.values()).map(WireNames::of).toList();

  private final IdempotentAnswers answers;
  private final Providers providers;
  private final UploadReport uploadReport;
  private final ReportLogStore reports;
  private final ReportDossier dossier;
  private final DownloadReport downloadReport;
  private final VerifyReport verifyReport;
  private final ReleaseReport releaseReport;
  private final RejectReport rejectReport;

  ReportResource(
      IdempotentAnswers answers,
      Providers providers,
      UploadReport uploadReport,
      ReportLogStore reports,
      ReportDossier dossier,
      DownloadReport downloadReport,
      VerifyReport verifyReport,
      ReleaseReport releaseReport,
      RejectReport rejectReport) {
    this.answers = answers;
    this.providers = providers;
    this.uploadReport = uploadReport;
    this.reports = reports;
    this.dossier = dossier;
    this.downloadReport = downloadReport;
    this.verifyReport = verifyReport;
    this.releaseReport = releaseReport;
    this.rejectReport = rejectReport;
  }

  /** {@code uploadReport}. */
  @POST
  @RequiresPermission(Permission.REPORTS_UPLOAD)
  public Response upload(byte[] body, @Context ContainerRequestContext request) {
    Caller caller = Caller.of(request);
    IdempotencyKey key = answers.key(request, caller.credentialId(), "uploadReport");
    if (!caller.operator()) {
      throw ReportDossier.noSuchReport();
    }
    UploadReader.Upload upload = UploadReader.read(body, providers);
    return answers.answer(
        request,
        key,
        upload.understood(),
        () -> {
          ReportDossier.Found found =
              uploadReport.upload(caller, upload.source(), upload.report(), upload.reason());
          return IdempotentAnswers.json(
              201,
              ReportJson.full(found),
              Map.of(HttpHeaders.LOCATION, PATH + "/" + found.report().id()),
              null);
        });
  }

  /** {@code listReports}. */
  @GET
  @RequiresPermission(Permission.REPORTS_READ)
  public Response list(@Context ContainerRequestContext request, @Context UriInfo uri) {
    QueryReader query = new QueryReader(uri);
    int limit = query.limit();
    ReportFilter filter =
        new ReportFilter(
            query.provider(),
            query.choice("status", STATUSES),
            query.date("business_date"),
            query.cursor());
    query.throwIfInvalid();
    List<ReportView> rows =
        Caller.of(request).operator() ? Tx.call(() -> reports.page(filter, limit + 1)) : List.of();
    return ok(Page.of(rows, limit, ReportView::id, ReportJson::listItem));
  }

  /** {@code getReport}. */
  @GET
  @Path("/{id}")
  @RequiresPermission(Permission.REPORTS_READ)
  public Response get(@PathParam("id") String id, @Context ContainerRequestContext request) {
    Caller caller = Caller.of(request);
    return ok(ReportJson.full(Tx.call(() -> dossier.read(caller, id))));
  }

  /** {@code downloadReport}. A name from outside names no file of anybody's. */
  @GET
  @Path("/{id}/content")
  @Produces(MediaType.APPLICATION_OCTET_STREAM)
  @RequiresPermission(Permission.REPORTS_READ)
  public Response download(@PathParam("id") String id, @Context ContainerRequestContext request) {
    DownloadReport.Bytes bytes = downloadReport.download(Caller.of(request), id);
    return Response.ok(bytes.content(), MediaType.APPLICATION_OCTET_STREAM_TYPE)
        .header(HttpHeaders.CONTENT_LENGTH, bytes.report().size())
        .header(
            HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"" + bytes.report().id() + "\"")
        .build();
  }

  /** {@code verifyReport}. */
  @POST
  @Path("/{id}/verify")
  @RequiresPermission(Permission.REPORTS_RELEASE)
  public Response verify(
      @PathParam("id") String id, byte[] body, @Context ContainerRequestContext request) {
    return answer(request, id, body, "verifyReport", verifyReport::verify);
  }

  /** {@code releaseReport}. */
  @POST
  @Path("/{id}/release")
  @RequiresPermission(Permission.REPORTS_RELEASE)
  public Response release(
      @PathParam("id") String id, byte[] body, @Context ContainerRequestContext request) {
    return answer(request, id, body, "releaseReport", releaseReport::release);
  }

  /** {@code rejectReport}. */
  @POST
  @Path("/{id}/reject")
  @RequiresPermission(Permission.REPORTS_RELEASE)
  public Response reject(
      @PathParam("id") String id, byte[] body, @Context ContainerRequestContext request) {
    return answer(request, id, body, "rejectReport", rejectReport::reject);
  }

  /** What a person decides about a report, for a reason. */
  private interface Act {
    ReportWork on(Caller caller, String id, String reason);
  }

  private Response answer(
      ContainerRequestContext request, String id, byte[] body, String operation, Act act) {
    Caller caller = Caller.of(request);
    IdempotencyKey key = answers.key(request, caller.credentialId(), operation);
    BodyReader reader = BodyReader.of(body);
    String reason = reader.requiredReason();
    reader.throwIfInvalid();
    ObjectNode understood = JsonNodeFactory.instance.objectNode().put("reason", reason);
    return answers.answer(
        request, key, understood, () -> stored(request, act.on(caller, id, reason)));
  }

  private static StoredResponse stored(ContainerRequestContext request, ReportWork work) {
    return switch (work) {
      case ReportWork.Done done ->
          IdempotentAnswers.json(200, ReportJson.full(done.found()), Map.of(), null);
      case ReportWork.Proposed proposed ->
          IdempotentAnswers.json(202, ReportJson.full(proposed.found()), Map.of(), null);
      case ReportWork.Conflict conflict ->
          IdempotentAnswers.refusal(request, conflict.problem(), null);
    };
  }

  private static Response ok(ObjectNode json) {
    return Response.ok(json.toString().getBytes(StandardCharsets.UTF_8)).build();
  }
}
