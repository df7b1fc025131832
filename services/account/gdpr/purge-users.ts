import { SYSTEM } from "#libs/audit/audit-log.ts";
import { eraseUser, getDataSubject, type PersonalDataService } from "#libs/contracts/personal-data.ts";
import { MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { wait } from "#libs/kernel/wait.ts";
import { type EraseDeps, type Erasure, eraseBite } from "#libs/personal-data/erase-bite.ts";
import type { DataSubject, PersonalData } from "#libs/personal-data/personal-data.ts";
import type { Deps } from "../deps.ts";
import type { GdprRequest, ServiceReceipt } from "../domain/gdpr-request.ts";
import { askable, type SubjectDeps, subjectOf } from "./data-subject.ts";

/** What a purge works with besides the service's own parts. */
export interface PurgeDeps
  extends Pick<Deps, "clock" | "faults" | "logger" | "transaction" | "gdprRequests" | "audit" | "neighbours">,
    SubjectDeps {
  readonly erasure: EraseDeps;
  readonly personalData: PersonalData;
}

/** Money comes first, what others were told last; the account itself after all of them. */
const [FIRST, LAST] = ["messaging", "notification"] as const satisfies readonly PersonalDataService[];
const services = Object.keys(eraseUser) as PersonalDataService[];
const ORDER: readonly PersonalDataService[] = [FIRST, ...services.filter((name) => name !== FIRST && name !== LAST), LAST];

/** Until then nobody else takes the request over; every step prolongs it. */
const LEASE_MS = 30 * SECOND;
const REQUESTS_PER_RUN = 20;
/** Bites of one service in one run; what is left waits for the next. */
const MOST_BITES = 400;
const CALL_MS = 8_000;
/** Until facts that are on their way have left their outbox. */
const PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 5 * SECOND;
/** A send that began before the request, or an event that was on its way, may arrive a little after the purge. */
const STRAGGLERS_MS = 5 * MINUTE;

class TakenOver extends Error {}

/**
 * Purges the users whose grace period is over. Each step is written down when it is done and may be repeated, so that a
 * crash at any place is gone on from there.
 */
export async function purgeUsers(deps: PurgeDeps): Promise<void> {
  for (let taken = 0; taken < REQUESTS_PER_RUN; taken += 1) {
    const now = deps.clock.now();
    const request = await deps.gdprRequests.claimDue("DELETION", now, leaseFrom(now));
    if (!request) return;
    try {
      await purge(deps, request);
    } catch (error) {
      if (error instanceof TakenOver) continue;
      deps.logger.warn({ err: error, gdprRequestId: request._id, attempts: request.attempts }, "a purge stopped half-way");
      await deps.gdprRequests.note(request, { leaseUntil: pauseAfter(request, deps.clock.now()) });
    }
  }
}

function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}

function pauseAfter({ attempts }: GdprRequest, now: Date): Date {
  return new Date(now.getTime() + Math.min(LONGEST_PAUSE_MS, attempts * SECOND));
}

async function purge(deps: PurgeDeps, claimed: GdprRequest): Promise<void> {
  await deps.faults.hit("gdpr.purge");
  let request = await knowCreator(deps, claimed);
  const subject = await subjectOf(deps, request);
  for (const service of ORDER) {
    if (request.receipt[service]) continue;
    const receipt = await untilDone(
      () => askToErase(deps, service, subject),
      () => noted(deps, request, {}),
    );
    request = await noted(deps, request, { receipt: { ...request.receipt, [service]: receipt } });
    await deps.faults.hit("gdpr.purge.erased");
  }
  const account = await untilDone(
    () => eraseBite(deps.erasure, deps.personalData, subject),
    () => noted(deps, request, {}),
  );
  await deps.faults.hit("gdpr.purge.buried");
  await complete(deps, request, { ...request.receipt, account });
}

/** The ids are asked for once, before the creator service forgets them. */
async function knowCreator(deps: PurgeDeps, request: GdprRequest): Promise<GdprRequest> {
  if (request.creator) return request;
  const creator = await deps.neighbours.ask(getDataSubject, { userId: request.userId }, { timeout: CALL_MS });
  return noted(deps, request, { creator });
}

function askToErase({ neighbours }: Pick<PurgeDeps, "neighbours">, service: PersonalDataService, subject: DataSubject): Promise<Erasure> {
  return neighbours.ask(eraseUser[service], askable(subject), { timeout: CALL_MS });
}

/** @param goOn prolongs the lease; throws when somebody else has taken over */
async function untilDone(bite: () => Promise<Erasure>, goOn: () => Promise<unknown>): Promise<ServiceReceipt> {
  for (let bites = 0; bites < MOST_BITES; bites += 1) {
    const { done, ...receipt } = await bite();
    if (done) return receipt;
    await goOn();
    await wait(PAUSE_MS);
  }
  throw new Error("there is more to erase than one run takes");
}

async function noted(
  deps: PurgeDeps,
  request: GdprRequest,
  progress: Partial<Pick<GdprRequest, "creator" | "receipt">>,
): Promise<GdprRequest> {
  const next = await deps.gdprRequests.note(request, { ...progress, leaseUntil: leaseFrom(deps.clock.now()) });
  if (!next) throw new TakenOver();
  return next;
}

async function complete(deps: PurgeDeps, request: GdprRequest, receipt: GdprRequest["receipt"]): Promise<void> {
  await deps.transaction(async (tx) => {
    const endedAt = deps.clock.now();
    const ending = { status: "COMPLETED", endedAt, receipt, sweepAt: new Date(endedAt.getTime() + STRAGGLERS_MS) } as const;
    if (!(await deps.gdprRequests.end(tx, request, ending))) throw new TakenOver();
    const details = { gdprRequestId: request._id };
    await deps.audit.add(tx, { actor: SYSTEM, action: "user.deletion_completed", target: request.userId, details });
  });
}

/** Erases once more what came late; may be repeated like the purge itself. */
export async function sweepPurged(deps: PurgeDeps): Promise<void> {
  for (let taken = 0; taken < REQUESTS_PER_RUN; taken += 1) {
    const now = deps.clock.now();
    const request = await deps.gdprRequests.claimSweep(now, leaseFrom(now));
    if (!request) return;
    const receipt: Record<string, ServiceReceipt> = {};
    try {
      const subject = await subjectOf(deps, request);
      const goOn = async () => undefined;
      for (const service of ORDER) receipt[service] = await untilDone(() => askToErase(deps, service, subject), goOn);
      const account = await untilDone(() => eraseBite(deps.erasure, deps.personalData, subject), goOn);
      await deps.gdprRequests.endSweep(request, { ...receipt, account });
    } catch (error) {
      deps.logger.warn({ err: error, gdprRequestId: request._id }, "the sweep behind a purge stopped half-way");
    }
  }
}
