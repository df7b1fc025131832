import { type Clock, MINUTE, SECOND } from "#libs/kernel/clock.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { GdprOutcome, GdprProgress, GdprRequestStore } from "../data/gdpr-request.store.ts";
import type { GdprRequest, GdprType } from "../domain/gdpr-request.ts";

interface RequestDeps {
  readonly clock: Clock;
  readonly gdprRequests: GdprRequestStore;
}

interface Processing {
  readonly type: GdprType;
  readonly leaseMs: number;
  /** Requests that one run processes at most. */
  readonly limit: number;
  process(claimed: GdprRequest): Promise<void>;
  /** Called when `process` has failed, except for a lost lease. */
  onFailure(claimed: GdprRequest, error: unknown): Promise<void>;
}

const MAX_BACKOFF_MS = 5 * MINUTE;

/** Another worker has claimed the request. */
class LeaseLost extends Error {}

/** Claims the due requests of a type one after the other and processes them. Resolves to whether there were any. */
export async function processDueRequests({ clock, gdprRequests }: RequestDeps, options: Processing): Promise<boolean> {
  for (let processed = 0; processed < options.limit; processed += 1) {
    const now = clock.now();
    const [leaseUntil, latest] = [options.leaseMs, MAX_BACKOFF_MS].map((ms) => new Date(now.getTime() + ms)) as [Date, Date];
    const request = await gdprRequests.claimDue(options.type, now, leaseUntil, latest);
    if (!request) return processed > 0;
    try {
      await options.process(request);
    } catch (error) {
      if (!(error instanceof LeaseLost)) await options.onFailure(request, error);
    }
  }
  return true;
}

/** Stores progress and renews the lease. Rejects with LeaseLost, which ends the processing of the request. */
export async function saveProgress(
  { clock, gdprRequests }: RequestDeps,
  claimed: GdprRequest,
  { leaseMs, ...progress }: Omit<GdprProgress, "leaseUntil"> & { readonly leaseMs: number },
  tx?: Tx,
): Promise<GdprRequest> {
  const leaseUntil = new Date(clock.now().getTime() + leaseMs);
  const updated = await gdprRequests.saveProgress(claimed, { ...progress, leaseUntil }, tx);
  if (!updated) throw new LeaseLost();
  return updated;
}

/** Ends a request. Rejects with LeaseLost. */
export async function endRequest({ gdprRequests }: Pick<RequestDeps, "gdprRequests">, tx: Tx, claimed: GdprRequest, outcome: GdprOutcome) {
  if (!(await gdprRequests.end(tx, claimed, outcome))) throw new LeaseLost();
}

/** Releases a failed request until its backoff is over: seconds after its first attempts, minutes after many. */
export async function retryLater({ clock, gdprRequests }: RequestDeps, claimed: GdprRequest): Promise<void> {
  const backoffMs = Math.min(MAX_BACKOFF_MS, claimed.attempts ** 2 * SECOND);
  await gdprRequests.saveProgress(claimed, { leaseUntil: new Date(clock.now().getTime() + backoffMs) });
}
