import { eraseUser, getDataSubject, type PersonalDataService } from "#libs/contracts/personal-data.ts";
import { MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { wait } from "#libs/kernel/wait.ts";
import { type EraseDeps, type Erasure, eraseBite } from "#libs/personal-data/erase-bite.ts";
import type { DataSubject, PersonalData } from "#libs/personal-data/personal-data.ts";
import type { Deps } from "../deps.ts";
import type { GdprRequest, ServiceReceipt } from "../domain/gdpr-request.ts";

/** What a purge works with besides the service's own parts. */
export interface PurgeDeps extends Pick<Deps, "clock" | "faults" | "logger" | "transaction" | "gdprRequests" | "audit" | "neighbours"> {
  readonly erasure: EraseDeps;
  readonly personalData: PersonalData;
}

/** Money comes first, what others were told last; the account itself after all of them. */
const [FIRST, LAST] = ["messaging", "notification"] as const satisfies readonly PersonalDataService[];
const services = Object.keys(eraseUser) as PersonalDataService[];
const ORDER: readonly PersonalDataService[] = [FIRST, ...services.filter((name) => name !== FIRST && name !== LAST), LAST];

/** Until then nobody else takes the request over; every step prolongs it. */
const LEASE_MS = MINUTE;
const REQUESTS_PER_RUN = 20;
/** Bites of one service in one run; what is left waits for the next. */
const MOST_BITES = 400;
const CALL_MS = 8_000;
/** Until facts that are on their way have left their outbox. */
const PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 15 * SECOND;

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
  const subject = subjectOf(request);
  for (const service of ORDER) {
    if (request.receipt[service]) continue;
    const receipt = await untilDone(deps, request, () => deps.neighbours.ask(eraseUser[service], askable(subject), { timeout: CALL_MS }));
    request = await noted(deps, request, { receipt: { ...request.receipt, [service]: receipt } });
    await deps.faults.hit("gdpr.purge.erased");
  }
  const account = await untilDone(deps, request, () => eraseBite(deps.erasure, deps.personalData, subject));
  await deps.faults.hit("gdpr.purge.buried");
  await complete(deps, request, { ...request.receipt, account });
}

/** The ids are asked for once, before the creator service forgets them. */
async function knowCreator(deps: PurgeDeps, request: GdprRequest): Promise<GdprRequest> {
  if (request.creator) return request;
  const creator = await deps.neighbours.ask(getDataSubject, { userId: request.userId }, { timeout: CALL_MS });
  return noted(deps, request, { creator });
}

async function untilDone(deps: PurgeDeps, request: GdprRequest, bite: () => Promise<Erasure>): Promise<ServiceReceipt> {
  for (let bites = 0; bites < MOST_BITES; bites += 1) {
    const { done, ...receipt } = await bite();
    if (done) return receipt;
    await noted(deps, request, {});
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
    const ending = { status: "COMPLETED", endedAt: deps.clock.now(), receipt } as const;
    if (!(await deps.gdprRequests.end(tx, request, ending))) throw new TakenOver();
    const details = { gdprRequestId: request._id };
    await deps.audit.add(tx, { actor: "system", action: "user.deletion_completed", target: request.userId, details });
  });
}

export function subjectOf({ userId, creator }: Pick<GdprRequest, "userId" | "creator">): DataSubject {
  return { userId, creatorId: creator?.creatorId ?? null, bioPageIds: creator?.bioPageIds ?? [] };
}

/** A subject as the contracts take it. */
export function askable({ userId, creatorId, bioPageIds }: DataSubject) {
  return { userId, creatorId: creatorId ?? undefined, bioPageIds: [...bioPageIds] };
}
