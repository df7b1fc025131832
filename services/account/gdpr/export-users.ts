import { exportUser, getDataSubject, type PersonalDataService } from "#libs/contracts/personal-data.ts";
import { DAY, MINUTE } from "#libs/kernel/clock.ts";
import { type ExportPage, exportPage } from "#libs/platform/personal-data/export-page.ts";
import type { DataSubject, PersonalData } from "#libs/platform/personal-data/personal-data.ts";
import type { Deps } from "../deps.ts";
import type { GdprRequest } from "../domain/gdpr-request.ts";
import { type ArchiveWriter, archiveWriter } from "./archive-writer.ts";
import { type SubjectDeps, subjectOf, toContractSubject } from "./data-subject.ts";
import { endRequest, processDueRequests, retryLater, saveProgress } from "./process-due-requests.ts";

export interface ExportDeps
  extends Pick<Deps, "clock" | "faults" | "logger" | "transaction" | "gdprRequests" | "gdprExports" | "archiveCipher" | "services">,
    SubjectDeps {
  readonly personalData: PersonalData;
}

const REQUESTS_PER_RUN = 5;
const LEASE_MS = MINUTE;
const CALL_TIMEOUT_MS = 8_000;
/** Within about seven hours: a service may be away that long. */
const MAX_ATTEMPTS = 100;
/** Of up to 400 kB each. */
const MAX_PARTS = 1_000;
const RETENTION_MS = 7 * DAY;

/** Writes the exports that users have requested; resolves to whether there were any. A failed export restarts from its first part. */
export function exportUsers(deps: ExportDeps): Promise<boolean> {
  return processDueRequests(deps, {
    type: "EXPORT",
    leaseMs: LEASE_MS,
    limit: REQUESTS_PER_RUN,
    process: (request) => writeExport(deps, request),
    onFailure: (request, error) => retryOrGiveUp(deps, request, error),
  });
}

async function retryOrGiveUp(deps: ExportDeps, request: GdprRequest, error: unknown): Promise<void> {
  const { _id: gdprRequestId, attempts } = request;
  if (attempts < MAX_ATTEMPTS) {
    deps.logger.warn({ err: error, gdprRequestId, attempts }, "export failed; retrying after a backoff");
    await retryLater(deps, request);
  } else {
    deps.logger.warn({ err: error, gdprRequestId, attempts }, "export failed after its last attempt");
    await deps.transaction((tx) => deps.gdprRequests.end(tx, request, { status: "FAILED", endedAt: deps.clock.now() }));
  }
}

async function writeExport(deps: ExportDeps, request: GdprRequest): Promise<void> {
  await deps.faults.hit("gdpr.export");
  const { userId } = request;
  const creator = await deps.services.call(getDataSubject, { userId }, { timeout: CALL_TIMEOUT_MS });
  const subject = await subjectOf(deps, { userId, creator });
  const expiresAt = new Date(deps.clock.now().getTime() + RETENTION_MS);
  const writer = archiveWriter(request, (part, text) => storePart(deps, request, { part, text, expiresAt }));
  await copyPages(writer, "account", (cursor) => exportPage(deps.personalData, subject, cursor));
  for (const service of Object.keys(exportUser) as PersonalDataService[]) {
    await copyPages(writer, service, (cursor) => fetchPage(deps, service, subject, cursor));
  }
  const parts = await writer.finish();
  await deps.transaction((tx) => endRequest(deps, tx, request, { status: "COMPLETED", endedAt: deps.clock.now(), parts, expiresAt }));
}

function fetchPage(
  { services }: ExportDeps,
  service: PersonalDataService,
  subject: DataSubject,
  cursor: string | null,
): Promise<ExportPage> {
  const params = { ...toContractSubject(subject), cursor: cursor ?? undefined };
  return services.call(exportUser[service], params, { timeout: CALL_TIMEOUT_MS });
}

async function copyPages(writer: ArchiveWriter, service: string, pageAt: (cursor: string | null) => Promise<ExportPage>): Promise<void> {
  let cursor: string | null = null;
  do {
    const page: ExportPage = await pageAt(cursor);
    writer.addCollections(service, page.collections);
    for (const { collection, row } of page.rows) await writer.addRow(service, collection, row);
    cursor = page.nextCursor;
  } while (cursor !== null);
}

/**
 * Stores a part only while this process holds the request. When the user is deleted the export is cancelled, and no part may be stored
 * after that.
 */
async function storePart(
  deps: ExportDeps,
  request: GdprRequest,
  { part, text, expiresAt }: { readonly part: number; readonly text: string; readonly expiresAt: Date },
): Promise<void> {
  if (part > MAX_PARTS) throw new Error("more to export than an archive holds");
  const { _id: requestId, userId } = request;
  const sealed = deps.archiveCipher.encrypt({ _id: `${requestId}:${part}`, requestId, userId, part, expiresAt }, text);
  await deps.transaction(async (tx) => {
    await saveProgress(deps, request, { leaseMs: LEASE_MS }, tx);
    await deps.gdprExports.upsert(tx, sealed);
  });
}
