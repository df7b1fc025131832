import { Errors, type ServiceBroker } from "moleculer";
import { AppErrorRegenerator } from "#libs/errors/app-error.ts";
import { batcher, noContext } from "#libs/kernel/batcher.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { withDeadline } from "#libs/kernel/with-deadline.ts";
import { type CallOptions, call, withTrace } from "../call.ts";
import type { ActionContract } from "../contract.ts";
import { outsideActions } from "../running-action.ts";
import { MAX_PACK_BYTES, MIN_PACKED_MS, type PackAnswer, type PackedCall, type PackedOutcome, packNameOf } from "./pack.ts";

/** Unanswered messages of a contract before its calls wait: one is worked on while the other travels. */
const MAX_UNDER_WAY = 2;
/** Milliseconds that a call waits at most for messages under way, which may be slow or lost. */
const MAX_WAIT_MS = 20;

/** Calls an action as `call` does, perhaps in a pack. */
type CallPacked = (contract: ActionContract, params: unknown, options: PackableOptions) => Promise<unknown>;
/** A packed call has a limit of its own. */
type PackableOptions = CallOptions & { readonly timeout: number };

interface WaitingCall {
  readonly packed: PackedCall;
  readonly options: PackableOptions;
  /** In a pack, as JSON. */
  readonly bytes: number;
}

type Origin = Pick<ServiceBroker, "call">;
type Outcomes = Promise<PromiseSettledResult<unknown>[]>;

const errors = new AppErrorRegenerator();

/** Whether a call may go in a pack: its contract says so, and it can wait for the other calls of the pack. */
export function mayBePacked({ packable }: ActionContract, options: CallOptions = {}): options is PackableOptions {
  const { timeout = 0, retries = 0 } = options;
  return packable === true && timeout >= MIN_PACKED_MS && retries === 0;
}

/**
 * Calls with one message for those of a contract that wait: for the end of a turn of the event loop, or for messages under way. A call goes
 * at once when the queue is empty. Each call has its own outcome and its own time limit; when the message itself is not answered, all of
 * its calls fail as each would have.
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
    // A process of an earlier release takes no packs.
    if (error instanceof Errors.ServiceNotFoundError) return sendAlone(origin, contract, calls);
    throw error;
  }
}

function sendAlone(origin: Origin, contract: ActionContract, calls: readonly WaitingCall[]): Outcomes {
  return Promise.allSettled(calls.map(({ packed, options }) => call(origin, contract, packed.params, options)));
}

function outcomeOf(outcome: PackedOutcome | undefined): PromiseSettledResult<unknown> {
  if (!outcome) return { status: "rejected", reason: new Error("a pack was answered without an outcome for each of its calls") };
  if ("error" in outcome) return { status: "rejected", reason: errors.restore(outcome.error, {}) };
  return { status: "fulfilled", value: outcome.result };
}
