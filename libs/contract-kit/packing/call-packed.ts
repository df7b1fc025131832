import { Errors, type ServiceBroker } from "moleculer";
import { AppErrorRegenerator } from "#libs/errors/app-error.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { afterTurn } from "#libs/kernel/timers.ts";
import { withDeadline } from "#libs/kernel/with-deadline.ts";
import { type CallOptions, call, withTrace } from "../call.ts";
import type { ActionContract } from "../contract.ts";
import { outsideActions } from "../running-action.ts";
import {
  MAX_PACK_BYTES,
  MAX_PACKED_CALLS,
  MIN_PACKED_MS,
  type PackAnswer,
  type PackedCall,
  type PackedOutcome,
  packNameOf,
} from "./pack.ts";

/** Calls an action as `call` does, perhaps in a pack. */
type CallPacked = (contract: ActionContract, params: unknown, options: PackableOptions) => Promise<unknown>;
/** A packed call has a limit of its own. */
type PackableOptions = CallOptions & { readonly timeout: number };

interface WaitingCall {
  readonly packed: PackedCall;
  readonly options: PackableOptions;
  /** In a pack, as JSON. */
  readonly bytes: number;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

const errors = new AppErrorRegenerator();

/** Whether a call may go in a pack: its contract says so, and it can wait for the other calls of the pack. */
export function mayBePacked({ packable }: ActionContract, options: CallOptions = {}): options is PackableOptions {
  const { timeout = 0, retries = 0 } = options;
  return packable === true && timeout >= MIN_PACKED_MS && retries === 0;
}

/**
 * Calls with one message for those of a contract that are made in the same turn of the event loop. Each call has its own outcome and its
 * own time limit; when the message itself is not answered, all of its calls fail as each would have.
 */
export function packedCalls(origin: Pick<ServiceBroker, "call">): CallPacked {
  const waiting = new Map<string, WaitingCall[]>();
  return (contract, params, given) =>
    new Promise((resolve, reject) => {
      const options = withTrace(given);
      const packed = { params, requestId: options.requestID ?? null, meta: options.meta ?? {}, timeoutMs: options.timeout };
      const bytes = Buffer.byteLength(JSON.stringify(packed));
      const calls = waiting.get(contract.name) ?? [];
      calls.push({ packed, options, bytes, resolve, reject });
      if (calls.length > 1) return;
      waiting.set(contract.name, calls);
      afterTurn(() => {
        waiting.delete(contract.name);
        // In the context of none of them.
        for (const pack of packsOf(calls)) void outsideActions(null, () => send(origin, contract, pack));
      });
    });
}

/** Waiting calls in packs that keep the limits, in their order. */
function packsOf(calls: readonly WaitingCall[]): readonly (readonly WaitingCall[])[] {
  const packs: WaitingCall[][] = [];
  let bytes = 0;
  for (const each of calls) {
    const last = packs.at(-1);
    bytes += each.bytes;
    if (last && last.length < MAX_PACKED_CALLS && bytes <= MAX_PACK_BYTES) {
      last.push(each);
    } else {
      packs.push([each]);
      bytes = each.bytes;
    }
  }
  return packs;
}

async function send(origin: Pick<ServiceBroker, "call">, contract: ActionContract, calls: readonly WaitingCall[]): Promise<void> {
  if (calls.length === 1) return sendAlone(origin, contract, calls);
  const timeout = Math.max(...calls.map(({ options }) => options.timeout));
  const answer = ask(origin, contract, calls, timeout);
  for (const each of calls.filter(({ options }) => options.timeout < timeout)) giveUpInTime(contract, each, answer);
  try {
    const { outcomes } = await answer;
    for (const [index, each] of calls.entries()) settle(each, outcomes[index]);
  } catch (error) {
    // A process of an earlier release takes no packs.
    if (error instanceof Errors.ServiceNotFoundError) sendAlone(origin, contract, calls);
    else for (const { reject } of calls) reject(error);
  }
}

function ask(
  origin: Pick<ServiceBroker, "call">,
  contract: ActionContract,
  calls: readonly WaitingCall[],
  timeout: number,
): Promise<PackAnswer> {
  const requestID = `pack-${uuid()}`;
  const tracking = calls.some(({ options }) => options.tracking !== false);
  return outsideActions({ requestId: requestID }, () =>
    origin.call(packNameOf(contract), { calls: calls.map(({ packed }) => packed) }, { timeout, requestID, tracking }),
  );
}

/** Ends a call that has less time than others of its pack. */
function giveUpInTime({ name: action }: ActionContract, { options, reject }: WaitingCall, answer: Promise<unknown>): void {
  const timedOut = () => reject(new Errors.RequestTimeoutError({ action, nodeID: "" }));
  withDeadline(answer, options.timeout, timedOut).catch(() => undefined);
}

function sendAlone(origin: Pick<ServiceBroker, "call">, contract: ActionContract, calls: readonly WaitingCall[]): void {
  for (const { packed, options, resolve, reject } of calls) call(origin, contract, packed.params, options).then(resolve, reject);
}

function settle({ resolve, reject }: WaitingCall, outcome: PackedOutcome | undefined): void {
  if (!outcome) reject(new Error("a pack was answered without an outcome for each of its calls"));
  else if ("error" in outcome) reject(errors.restore(outcome.error, {}));
  else resolve(outcome.result);
}
