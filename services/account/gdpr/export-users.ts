import { exportUser, getDataSubject, type PersonalDataService } from "#libs/contracts/personal-data.ts";
import { DAY, MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { type ExportPage, exportPage } from "#libs/personal-data/export-page.ts";
import type { DataSubject, PersonalData } from "#libs/personal-data/personal-data.ts";
import type { Deps } from "../deps.ts";
import type { GdprRequest } from "../domain/gdpr-request.ts";
import { type ArchiveWriter, archiveWriter } from "./archive-writer.ts";
import { askable, subjectOf } from "./data-subject.ts";

/** What an export works with besides the service's own parts. */
export interface ExportDeps
  extends Pick<
    Deps,
    "clock" | "faults" | "logger" | "transaction" | "gdprRequests" | "gdprExports" | "archives" | "neighbours" | "users" | "identityKey"
  > {
  readonly personalData: PersonalData;
}

const KEPT_MS = 7 * DAY;
const LEASE_MS = MINUTE;
const REQUESTS_PER_RUN = 5;
const MOST_ATTEMPTS = 20;
const LONGEST_PAUSE_MS = 30 * SECOND;
const CALL_MS = 8_000;
/** Four hundred kilobytes each. */
const MOST_PARTS = 1_000;

class TakenOver extends Error {}

/** Gathers the exports that users have asked for. One that stopped half-way is begun anew. */
export async function exportUsers(deps: ExportDeps): Promise<void> {
  for (let taken = 0; taken < REQUESTS_PER_RUN; taken += 1) {
    const now = deps.clock.now();
    const request = await deps.gdprRequests.claimDue("EXPORT", now, leaseFrom(now));
    if (!request) return;
    try {
      await gather(deps, request);
    } catch (error) {
      if (!(error instanceof TakenOver)) await stopped(deps, request, error);
    }
  }
}

function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}

async function stopped(deps: ExportDeps, request: GdprRequest, error: unknown): Promise<void> {
  const { _id: gdprRequestId, attempts } = request;
  deps.logger.warn({ err: error, gdprRequestId, attempts }, "an export stopped half-way");
  const now = deps.clock.now();
  if (attempts < MOST_ATTEMPTS) {
    const pause = Math.min(LONGEST_PAUSE_MS, attempts * SECOND);
    await deps.gdprRequests.note(request, { leaseUntil: new Date(now.getTime() + pause) });
    return;
  }
  await deps.transaction((tx) => deps.gdprRequests.end(tx, request, { status: "FAILED", endedAt: now }));
}

async function gather(deps: ExportDeps, request: GdprRequest): Promise<void> {
  await deps.faults.hit("gdpr.export");
  const { userId } = request;
  const creator = await deps.neighbours.ask(getDataSubject, { userId }, { timeout: CALL_MS });
  const subject = await subjectOf(deps, { userId, creator });
  const expiresAt = new Date(deps.clock.now().getTime() + KEPT_MS);
  const writer = archiveWriter(request, (part, text) => keep(deps, request, { part, text, expiresAt }));
  await copy(writer, "account", (cursor) => exportPage(deps.personalData, subject, cursor));
  for (const service of Object.keys(exportUser) as PersonalDataService[]) {
    await copy(writer, service, (cursor) => askPage(deps, service, subject, cursor));
  }
  const parts = await writer.finish();
  await deps.transaction(async (tx) => {
    const ending = { status: "COMPLETED", endedAt: deps.clock.now(), parts, expiresAt } as const;
    if (!(await deps.gdprRequests.end(tx, request, ending))) throw new TakenOver();
  });
}

function askPage(
  { neighbours }: ExportDeps,
  service: PersonalDataService,
  subject: DataSubject,
  cursor: string | null,
): Promise<ExportPage> {
  return neighbours.ask(exportUser[service], { ...askable(subject), cursor: cursor ?? undefined }, { timeout: CALL_MS });
}

async function copy(writer: ArchiveWriter, service: string, pageAt: (cursor: string | null) => Promise<ExportPage>): Promise<void> {
  let cursor: string | null = null;
  do {
    const page: ExportPage = await pageAt(cursor);
    writer.announce(service, page.collections);
    for (const { collection, row } of page.rows) await writer.add(service, collection, row);
    cursor = page.nextCursor;
  } while (cursor !== null);
}

/** Stores a part, unless the request is no longer ours: nothing may be left of an export behind the deletion of its user. */
async function keep(deps: ExportDeps, request: GdprRequest, { part, text, expiresAt }: { part: number; text: string; expiresAt: Date }) {
  if (part > MOST_PARTS) throw new Error("there is more to export than an archive takes");
  const { _id: requestId, userId } = request;
  const sealed = deps.archives.seal({ _id: `${requestId}:${part}`, requestId, userId, part, expiresAt }, text);
  await deps.transaction(async (tx) => {
    const ours = await deps.gdprRequests.note(request, { leaseUntil: leaseFrom(deps.clock.now()) }, tx);
    if (!ours) throw new TakenOver();
    await deps.gdprExports.insert(tx, sealed);
  });
}
