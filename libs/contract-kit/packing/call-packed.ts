import { Errors, type ServiceBroker } from "moleculer";
import { AppErrorRegenerator } from "#libs/errors/app-error.ts";
import { batcher, noContext } from "#libs/kernel/batcher.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { withDeadline } from "#libs/kernel/with-deadline.ts";
import { type CallOptions, call, withTrace } from "../call.ts";
import type { ActionContract } from "../contract.ts";
import { outsideActions } from "../running-action.ts";
import { MAX_PACK_BYTES, MIN_PACKED_MS, type PackAnswer, type PackedCall, type PackedOutcome, packNameOf } from "./pack.ts";

/** Unanswered messages of a contract before further calls wait: the callee works on one while the other travels. */
const MAX_UNDER_WAY = 2;
/** Longest wait of a call, in milliseconds, for messages under way, which may be slow or lost. */
const MAX_WAIT_MS = 20;

/** Calls an action as `call` does; the call may join a batch. */
type CallPacked = (contract: ActionContract, params: unknown, options: PackableOptions) => Promise<unknown>;
/** A call of a batch needs a time limit of its own. */
type PackableOptions = CallOptions & { readonly timeout: number };

interface WaitingCall {
  readonly packed: PackedCall;
  readonly options: PackableOptions;
  /** Size of the call in a batch, as JSON. */
  readonly bytes: number;
}

type Origin = Pick<ServiceBroker, "call">;
type Outcomes = Promise<PromiseSettledResult<unknown>[]>;

const errors = new AppErrorRegenerator();

/** Whether a call may join a batch: its contract allows it, it has enough time to wait for the others, and it is not retried. */
export function mayBePacked({ packable }: ActionContract, options: CallOptions = {}): options is PackableOptions {
  const { timeout = 0, retries = 0 } = options;
  return packable === true && timeout >= MIN_PACKED_MS && retries === 0;
}

/**
 * Sends the waiting calls of a contract in one message. Calls wait until the end of the current tick of the event loop, or for messages
 * under way. Each call has its own outcome and its own time limit. When the message itself fails, all of its calls fail as a single call
 * would.
 */
export function packedCalls(origin: Origin): CallPacked {
  const batchers = new Map<string, (waiting: WaitingCall) => Promise<unknown>>();
  const batcherOf = (contract: ActionContract) =>
    batcher<WaitingCall, unknown, null>({
      name: contract.name,
      context: noContext,
      // Runs outside any caller's async context.
      run: (calls) => outsideActions(null, () => (calls.length === 1 ? sendAlone : sendPack)(origin, contract, calls)),
      failsAll: () => true,
      concurrency: MAX_UNDER_WAY,
      maxWaitMs: MAX_WAIT_MS,
      sizeOf: ({ bytes }) => bytes,
      maxSize: MAX_PACK_BYTES,
    });
  return (contract, params, given) => {
    const options = withTrace(given);
    const packed = { params, requestId: options.requestID ?? null, meta: options.meta ?? {}, timeoutMs: options.timeout };
    const bytes = Buffer.byteLength(JSON.stringify(packed));
    const add = batchers.get(contract.name) ?? batcherOf(contract);
    batchers.set(contract.name, add);
    return withDeadline(add({ packed, options, bytes }), options.timeout, () => {
      throw new Errors.RequestTimeoutError({ action: contract.name, nodeID: "" });
    });
  };
}

async function sendPack(origin: Origin, contract: ActionContract, calls: readonly WaitingCall[]): Outcomes {
  const timeout = Math.max(...calls.map(({ options }) => options.timeout));
  const tracking = calls.some(({ options }) => options.tracking !== false);
  const requestID = `pack-${uuid()}`;
  try {
    const { outcomes } = await outsideActions({ requestId: requestID }, () =>
      origin.call<PackAnswer, object>(packNameOf(contract), { calls: calls.map(({ packed }) => packed) }, { timeout, requestID, tracking }),
    );
    return calls.map((_, index) => outcomeOf(outcomes[index]));
  } catch (error) {
    // A process of an earlier release has no action for batches.
    if (error instanceof Errors.ServiceNotFoundError) return sendAlone(origin, contract, calls);
    throw error;
  }
}

function sendAlone(origin: Origin, contract: ActionContract, calls: readonly WaitingCall[]): Outcomes {
  return Promise.allSettled(calls.map(({ packed, options }) => call(origin, contract, packed.params, options)));
}

function outcomeOf(outcome: PackedOutcome | undefined): PromiseSettledResult<unknown> {
  if (!outcome) return { status: "rejected", reason: new Error("the reply to a batch lacks the outcome of a call") };
  if ("error" in outcome) return { status: "rejected", reason: errors.restore(outcome.error, {}) };
  return { status: "fulfilled", value: outcome.result };
}
