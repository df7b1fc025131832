import { Errors } from "moleculer";
import { AppError } from "#libs/errors/app-error.ts";
import { MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { wait } from "#libs/kernel/wait.ts";
import { bestEffort } from "#libs/platform/log/best-effort.ts";
import { isStoreUnavailable } from "#libs/platform/mongo/store-unavailable.ts";
import { ProviderFailure } from "#libs/providers/provider-failure.ts";
import type { DispatchDoc } from "../data/dispatch.model.ts";
import type { DispatchEnd } from "../data/dispatch.store.ts";
import type { Deps } from "../deps.ts";
import { retryDelay } from "../domain/retry-delay.ts";
import { type DeliverDeps, type DeliveryOutcome, deliver } from "./deliver.ts";
import { type Readers, readersOf } from "./readers.ts";

/** Dispatches that are claimed together, and how many of them are sent in parallel. */
const BATCH_SIZE = 20;
const CONCURRENCY = 5;
/** Batches of one run. The job ends between runs, so that the service can stop. */
const MAX_BATCHES = 50;
/** Longer than all attempts of a batch together. The claims of a process that died expire after this time. */
const LEASE_MS = 5 * MINUTE;
/** More attempts than the retry schedule has: every further attempt has killed its process. */
const MAX_ATTEMPTS = 10;
/** Time that a stopping process leaves to attempts under way. Their leases let another process repeat them later. */
const STOP_GRACE_MS = 2 * SECOND;
const SHUTDOWN_CHECK_MS = 100;
/** Delay after a transient failure of the database, another service or the provider. */
const UNAVAILABLE_RETRY_MS = 30 * SECOND;

type SendDeps = DeliverDeps & Pick<Deps, "faults" | "shutdown">;

/**
 * Sends the dispatches that are due. Each is sent at least once: when a process dies after sending and before recording it, another
 * one sends it again with the same id.
 */
export async function sendDispatches(deps: SendDeps): Promise<void> {
  const waiting = new Set<DispatchDoc>();
  let done = false;
  const work = sendDue(deps, waiting).finally(() => {
    done = true;
  });
  const stopped = async () => {
    while (!done && !deps.shutdown.hasBegun()) await wait(SHUTDOWN_CHECK_MS);
    if (!done) await wait(STOP_GRACE_MS);
  };
  // A provider that does not respond must not delay the shutdown.
  await Promise.race([work, stopped()]);
  if (!done) work.catch((error: unknown) => deps.logger.debug({ err: error }, "dispatch abandoned at shutdown"));
  // Releases claims that were not begun, so that other processes can take them at once.
  const now = deps.clock.now();
  await Promise.all([...waiting].map((dispatch) => deps.dispatches.release(dispatch, now, dispatch.attempts - 1, dispatch.reason)));
}

/** @param waiting receives the dispatches that are claimed but not begun */
async function sendDue(deps: SendDeps, waiting: Set<DispatchDoc>): Promise<void> {
  const isStopping = () => deps.shutdown.hasBegun();
  for (let batch = 0; batch < MAX_BATCHES && !isStopping(); batch++) {
    const now = deps.clock.now();
    const claimed = await deps.dispatches.claim(now, new Date(now.getTime() + LEASE_MS), BATCH_SIZE);
    for (const dispatch of claimed) waiting.add(dispatch);
    const readers = readersOf(deps, claimed);
    const recorded: Promise<void>[] = [];
    const sendWaiting = async () => {
      for (const dispatch of waiting) {
        if (isStopping()) return;
        waiting.delete(dispatch);
        const record = await attempt(deps, dispatch, readers);
        // Not awaited: the next dispatch is sent meanwhile, and concurrent outcomes share a command.
        recorded.push(bestEffort(deps.logger, "record the outcome of a notification", record));
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, sendWaiting));
    await Promise.all(recorded);
    if (claimed.length < BATCH_SIZE) return;
  }
}

/** Attempts a dispatch. Returns a function that records the outcome. */
async function attempt(deps: SendDeps, dispatch: DispatchDoc, readers: Readers): Promise<() => Promise<void>> {
  if (dispatch.attempts > MAX_ATTEMPTS) return () => finish(deps, dispatch, "FAILED", "ABANDONED");
  try {
    const outcome = await deliver(deps, dispatch, readers);
    return () => recordDelivery(deps, dispatch, outcome);
  } catch (error) {
    return () => retryOrFail(deps, dispatch, error);
  }
}

async function recordDelivery(deps: SendDeps, dispatch: DispatchDoc, outcome: DeliveryOutcome): Promise<void> {
  await deps.faults.hit("notification.dispatch.sent");
  if (outcome === "GATHERED") return;
  if (outcome === "SENT") await finish(deps, dispatch, "SENT", null);
  else await finish(deps, dispatch, "SKIPPED", outcome.skipped);
}

async function retryOrFail(deps: SendDeps, dispatch: DispatchDoc, error: unknown): Promise<void> {
  const { clock, dispatches, logger } = deps;
  const { _id: dispatchId, attempts } = dispatch;
  const after = (milliseconds: number) => new Date(clock.now().getTime() + milliseconds);
  if (isTransient(error)) return dispatches.release(dispatch, after(UNAVAILABLE_RETRY_MS), attempts - 1, "AWAY");
  const reason = error instanceof ProviderFailure ? error.reason : "ERROR";
  const delay = reason === "REFUSED" ? null : retryDelay(attempts);
  logger.warn({ err: error, dispatchId, attempts, final: delay === null }, "notification not sent");
  if (delay === null) return finish(deps, dispatch, "FAILED", reason);
  await dispatches.release(dispatch, after(delay), attempts, reason);
}

/** Ends a dispatch; a digest together with its notices. */
function finish({ clock, dispatches, transaction }: SendDeps, dispatch: DispatchDoc, status: DispatchEnd["status"], reason: string | null) {
  const end = { status, reason, at: clock.now() };
  if (dispatch.kind !== "DIGEST") return dispatches.finish(dispatch, end);
  return transaction((tx) => dispatches.finish(dispatch, end, tx));
}

/** Whether the failure is temporary and unrelated to the dispatch; such an attempt does not count. */
function isTransient(error: unknown): boolean {
  if (error instanceof ProviderFailure) return error.reason === "OPEN";
  if (isStoreUnavailable(error)) return true;
  if (error instanceof AppError) return error.errorCode === "SERVICE_UNAVAILABLE" || error.errorCode === "UPSTREAM_TIMEOUT";
  return error instanceof Errors.MoleculerRetryableError;
}
