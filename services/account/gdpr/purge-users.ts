import { getDataSubject } from "#libs/contracts/personal-data.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { SYSTEM } from "#libs/platform/audit/audit-log.ts";
import type { Deps } from "../deps.ts";
import type { GdprRequest } from "../domain/gdpr-request.ts";
import { type CloseMoneyDeps, closeMoneyAndTell } from "./close-money.ts";
import { type SubjectDeps, subjectOf } from "./data-subject.ts";
import { ERASE_ORDER, type ErasureDeps, eraseAccount, eraseInService } from "./erase-everywhere.ts";
import { endRequest, processDueRequests, retryLater, saveProgress } from "./process-due-requests.ts";
import { SWEEP_AFTER_MS } from "./sweep-purged.ts";

export interface PurgeDeps
  extends Pick<Deps, "clock" | "database" | "faults" | "logger" | "transaction" | "gdprRequests" | "audit">,
    SubjectDeps,
    ErasureDeps,
    CloseMoneyDeps {
  readonly email: Pick<Deps["email"], "activeName">;
}

const REQUESTS_PER_RUN = 20;
const LEASE_MS = 30 * SECOND;
const CALL_TIMEOUT_MS = 8_000;
/** How soon a purge that waits for the mails looks again. */
const WITHOUT_MAIL_MS = 30 * SECOND;

/**
 * Purges the users whose grace period is over; resolves to whether there were any. Each completed step is stored, so that a crash resumes
 * with the next one.
 */
export function purgeUsers(deps: PurgeDeps): Promise<boolean> {
  return processDueRequests(deps, {
    type: "DELETION",
    leaseMs: LEASE_MS,
    limit: REQUESTS_PER_RUN,
    process: (request) => purge(deps, request),
    async onFailure(request, error) {
      const { _id: gdprRequestId, attempts } = request;
      deps.logger.warn({ err: error, gdprRequestId, attempts }, "purge failed; retrying after a backoff");
      await retryLater(deps, request);
    },
  });
}

async function purge(deps: PurgeDeps, claimed: GdprRequest): Promise<void> {
  await deps.faults.hit("gdpr.purge");
  if (!claimed.moneyClosedAt && deps.email.activeName() === null) return waitForMail(deps, claimed);
  let request = await withMoneyClosed(deps, await withCreatorIds(deps, claimed));
  const subject = await subjectOf(deps, request);
  const renewLease = () => saveProgress(deps, request, { leaseMs: LEASE_MS });
  for (const service of ERASE_ORDER) {
    if (request.receipt[service]) continue;
    const receipt = await eraseInService(deps, service, subject, renewLease);
    request = await saveProgress(deps, request, { leaseMs: LEASE_MS, receipt: { ...request.receipt, [service]: receipt } });
    await deps.faults.hit("gdpr.purge.erased");
  }
  const account = await eraseAccount(deps, subject, renewLease);
  await deps.faults.hit("gdpr.purge.anonymized");
  await leaveNoTextInFiles(deps);
  await complete(deps, request, { ...request.receipt, account });
}

/** The last mail has the code of unclaimed money. So nothing is closed while mail is off. */
async function waitForMail(deps: PurgeDeps, request: GdprRequest): Promise<void> {
  deps.logger.warn({ gdprRequestId: request._id }, "mail is off; the purge waits");
  await saveProgress(deps, request, { leaseMs: WITHOUT_MAIL_MS });
}

/** Closes the money of the user once, before anything is erased. */
async function withMoneyClosed(deps: PurgeDeps, request: GdprRequest): Promise<GdprRequest> {
  if (request.moneyClosedAt) return request;
  await closeMoneyAndTell(deps, request, () => saveProgress(deps, request, { leaseMs: LEASE_MS }));
  await deps.faults.hit("gdpr.purge.money-closed");
  return saveProgress(deps, request, { leaseMs: LEASE_MS, moneyClosedAt: deps.clock.now() });
}

/** Stores the ids of the user's creator data once, before the creator service erases them. */
async function withCreatorIds(deps: PurgeDeps, request: GdprRequest): Promise<GdprRequest> {
  if (request.creator) return request;
  const { creatorId, bioPageIds } = await deps.services.call(getDataSubject, { userId: request.userId }, { timeout: CALL_TIMEOUT_MS });
  return saveProgress(deps, request, { leaseMs: LEASE_MS, creator: { creatorId, bioPageIds } });
}

const informed = new WeakSet<PurgeDeps>();

/** A request is complete only when the erased data has left the files of the store. A MongoDB removes it from its files on its own. */
async function leaveNoTextInFiles(deps: PurgeDeps): Promise<void> {
  if ((await deps.database.flushFiles()) || informed.has(deps)) return;
  informed.add(deps);
  deps.logger.info("database user may not run fsync; the server decides when deleted data leaves its files");
}

async function complete(deps: PurgeDeps, request: GdprRequest, receipt: GdprRequest["receipt"]): Promise<void> {
  await deps.transaction(async (tx) => {
    const endedAt = deps.clock.now();
    const sweepAt = new Date(endedAt.getTime() + SWEEP_AFTER_MS);
    await endRequest(deps, tx, request, { status: "COMPLETED", endedAt, receipt, sweepAt });
    const details = { gdprRequestId: request._id };
    await deps.audit.add(tx, { actor: SYSTEM, action: "user.deletion_completed", target: request.userId, details });
  });
}
