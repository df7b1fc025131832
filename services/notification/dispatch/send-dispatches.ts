import { Errors } from "moleculer";
import { AppError } from "#libs/errors/app-error.ts";
import { MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { wait } from "#libs/kernel/wait.ts";
import { bestEffort } from "#libs/log/best-effort.ts";
import { isStoreUnavailable } from "#libs/mongo/store-unavailable.ts";
import { ProviderFailure } from "#libs/providers/provider-failure.ts";
import type { DispatchDoc } from "../data/dispatch.model.ts";
import type { Deps } from "../deps.ts";
import { waitAfter } from "../domain/back-off.ts";
import { type DeliverDeps, deliver, type Outcome } from "./deliver.ts";

/** Dispatches taken at once, and how many of them are sent side by side. */
const BATCH = 20;
const SIDE_BY_SIDE = 5;
/** One run ends after so many batches, so that the job can be stopped. */
const ROUNDS = 50;
/** Longer than all attempts of a batch take together; then somebody else takes over. */
const LEASE_MS = 5 * MINUTE;
/** One that was begun so often has never come to an end: it takes its process down. */
const MOST_BEGUN = 10;
/** How long a process that stops waits for sendings under way, in milliseconds; whoever comes next has their lease. */
const GRACE_MS = 2 * SECOND;
const LOOK_MS = 100;
/** Until the next look when a neighbour or a provider is away. */
const AWAY_MS = 30 * SECOND;

type SendDeps = DeliverDeps & Pick<Deps, "faults" | "isStopping" | "logger">;

/**
 * Sends what is due. A dispatch belongs to one process at a time. It is sent at least once: when a process dies between the
 * sending and its note, the next one sends again, with the same id.
 */
export async function sendDispatches(deps: SendDeps): Promise<void> {
  const unbegun = new Set<DispatchDoc>();
  let done = false;
  const work = sendDue(deps, unbegun).finally(() => {
    done = true;
  });
  const stopped = async () => {
    while (!done && !deps.isStopping()) await wait(LOOK_MS);
    if (!done) await wait(GRACE_MS);
  };
  // A provider that does not answer must not hold up a process that stops.
  await Promise.race([work, stopped()]);
  if (!done) work.catch((error: unknown) => deps.logger.debug({ err: error }, "a sending was left"));
  // What was not begun is free for others at once.
  const now = deps.clock.now();
  await Promise.all([...unbegun].map((dispatch) => deps.dispatches.giveBack(dispatch, now, dispatch.attempts - 1, dispatch.reason)));
}

async function sendDue(deps: SendDeps, unbegun: Set<DispatchDoc>): Promise<void> {
  for (let round = 0; round < ROUNDS && !deps.isStopping(); round++) {
    const now = deps.clock.now();
    const claimed = await deps.dispatches.claim(now, new Date(now.getTime() + LEASE_MS), BATCH);
    for (const dispatch of claimed) unbegun.add(dispatch);
    const work = async () => {
      for (const dispatch of unbegun) {
        if (deps.isStopping()) return;
        unbegun.delete(dispatch);
        await bestEffort(deps.logger, "send a notification", () => attempt(deps, dispatch));
      }
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
    if (claimed.length < BATCH) return;
  }
}

async function attempt(deps: SendDeps, dispatch: DispatchDoc): Promise<void> {
  if (dispatch.attempts > MOST_BEGUN) return end(deps, dispatch, "FAILED", "ABANDONED");
  let outcome: Outcome;
  try {
    outcome = await deliver(deps, dispatch);
  } catch (error) {
    return afterFailure(deps, dispatch, error);
  }
  await deps.faults.hit("notification.dispatch.sent");
  if (outcome === "GATHERED") return;
  const skipped = outcome === "SENT" ? null : outcome.skipped;
  await end(deps, dispatch, skipped === null ? "SENT" : "SKIPPED", skipped);
}

async function afterFailure(deps: SendDeps, dispatch: DispatchDoc, error: unknown): Promise<void> {
  const { clock, dispatches, logger } = deps;
  const later = (milliseconds: number) => new Date(clock.now().getTime() + milliseconds);
  if (isAway(error)) return dispatches.giveBack(dispatch, later(AWAY_MS), dispatch.attempts - 1, "AWAY");
  const reason = error instanceof ProviderFailure ? error.reason : "ERROR";
  const pause = reason === "REFUSED" ? null : waitAfter(dispatch.attempts);
  logger.warn({ err: error, dispatchId: dispatch._id, attempts: dispatch.attempts, final: pause === null }, "a notification was not sent");
  if (pause === null) return end(deps, dispatch, "FAILED", reason);
  await dispatches.giveBack(dispatch, later(pause), dispatch.attempts, reason);
}

/** A digest ends with those gathered in it. */
function end(
  { clock, dispatches, transaction }: SendDeps,
  dispatch: DispatchDoc,
  status: "SENT" | "SKIPPED" | "FAILED",
  reason: string | null,
) {
  const ending = { status, reason, at: clock.now() };
  if (dispatch.kind !== "DIGEST") return dispatches.end(null, dispatch, ending);
  return transaction((tx) => dispatches.end(tx, dispatch, ending));
}

/** The dispatch is not to blame: the attempt does not count. */
function isAway(error: unknown): boolean {
  if (error instanceof ProviderFailure) return error.reason === "OPEN";
  if (isStoreUnavailable(error)) return true;
  if (error instanceof AppError) return error.errorCode === "SERVICE_UNAVAILABLE" || error.errorCode === "UPSTREAM_TIMEOUT";
  return error instanceof Errors.MoleculerRetryableError;
}
