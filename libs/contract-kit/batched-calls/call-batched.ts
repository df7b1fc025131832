import { Errors, type ServiceBroker } from "moleculer";
import { AppErrorRegenerator } from "#libs/errors/app-error.ts";
import { batcher, noContext } from "#libs/kernel/batcher.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { withDeadline } from "#libs/kernel/with-deadline.ts";
import { type CallOptions, call, withTrace } from "../call.ts";
import type { ActionContract } from "../contract.ts";
import { outsideActions } from "../running-action.ts";
import { type BatchAnswer, type BatchedCall, type BatchedOutcome, batchNameOf, MAX_BATCH_BYTES, MIN_BATCHED_MS } from "./call-batch.ts";

/** Unanswered messages of a contract before further calls wait: the callee works on one while the other travels. */
const MAX_UNDER_WAY = 2;
/** Longest wait of a call, in milliseconds, for messages under way, which may be slow or lost. */
const MAX_WAIT_MS = 20;

/** Calls an action as `call` does; the call may join a batch. */
type CallBatched = (contract: ActionContract, params: unknown, options: BatchableOptions) => Promise<unknown>;
/** A call of a batch needs a time limit of its own. */
type BatchableOptions = CallOptions & { readonly timeout: number };

interface WaitingCall {
  readonly batched: BatchedCall;
  readonly options: BatchableOptions;
  /** Size of the call in a batch, as JSON. */
  readonly bytes: number;
}

type Origin = Pick<ServiceBroker, "call">;
type Outcomes = Promise<PromiseSettledResult<unknown>[]>;

const errors = new AppErrorRegenerator();

/** Whether a call may join a batch: its contract allows it, it has enough time to wait for the others, and it is not retried. */
export function mayBeBatched({ batchable }: ActionContract, options: CallOptions = {}): options is BatchableOptions {
  const { timeout = 0, retries = 0 } = options;
  return batchable === true && timeout >= MIN_BATCHED_MS && retries === 0;
}

/**
 * Sends the waiting calls of a contract in one message. Calls wait until the end of the current tick of the event loop, or for messages
 * under way. Each call has its own outcome and its own time limit. When the message itself fails, all of its calls fail as a single call
 * would.
 */
export function batchedCalls(origin: Origin): CallBatched {
  const batchers = new Map<string, (waiting: WaitingCall) => Promise<unknown>>();
  const batcherOf = (contract: ActionContract) =>
    batcher<WaitingCall, unknown, null>({
      name: contract.name,
      context: noContext,
      // Runs outside any caller's async context.
      run: (calls) => outsideActions(null, () => (calls.length === 1 ? sendAlone : sendBatch)(origin, contract, calls)),
      failsAll: () => true,
      concurrency: MAX_UNDER_WAY,
      maxWaitMs: MAX_WAIT_MS,
      sizeOf: ({ bytes }) => bytes,
      maxSize: MAX_BATCH_BYTES,
    });
  return (contract, params, given) => {
    const options = withTrace(given);
    const batched = { params, requestId: options.requestID ?? null, meta: options.meta ?? {}, timeoutMs: options.timeout };
    const bytes = Buffer.byteLength(JSON.stringify(batched));
    const add = batchers.get(contract.name) ?? batcherOf(contract);
    batchers.set(contract.name, add);
    return withDeadline(add({ batched, options, bytes }), options.timeout, () => {
      throw new Errors.RequestTimeoutError({ action: contract.name, nodeID: "" });
    });
  };
}

async function sendBatch(origin: Origin, contract: ActionContract, calls: readonly WaitingCall[]): Outcomes {
  const timeout = Math.max(...calls.map(({ options }) => options.timeout));
  const tracking = calls.some(({ options }) => options.tracking !== false);
  const requestID = `pack-${uuid()}`;
  try {
    const { outcomes } = await outsideActions({ requestId: requestID }, () =>
      origin.call<BatchAnswer, object>(
        batchNameOf(contract),
        { calls: calls.map(({ batched }) => batched) },
        { timeout, requestID, tracking },
      ),
    );
    return calls.map((_, index) => outcomeOf(outcomes[index]));
  } catch (error) {
    // A process of an earlier release has no action for batches.
    if (error instanceof Errors.ServiceNotFoundError) return sendAlone(origin, contract, calls);
    throw error;
  }
}

function sendAlone(origin: Origin, contract: ActionContract, calls: readonly WaitingCall[]): Outcomes {
  return Promise.allSettled(calls.map(({ batched, options }) => call(origin, contract, batched.params, options)));
}

function outcomeOf(outcome: BatchedOutcome | undefined): PromiseSettledResult<unknown> {
  if (!outcome) return { status: "rejected", reason: new Error("the reply to a batch lacks the outcome of a call") };
  if ("error" in outcome) return { status: "rejected", reason: errors.restore(outcome.error, {}) };
  return { status: "fulfilled", value: outcome.result };
}
