import { Errors, type ServiceBroker } from "moleculer";
import { AppErrorRegenerator } from "#libs/errors/app-error.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { after, afterTurn } from "#libs/kernel/timers.ts";
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

/** While so many messages of a contract are without an answer, its calls wait for one: one is worked on while the other travels. */
const MOST_UNDER_WAY = 2;
/** Nobody waits longer for the answers of others, in milliseconds: what they wait for may be slow, or a process that has died. */
const MOST_WAIT_MS = 20;

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

/** The calls of a contract. */
interface Line {
  waiting: WaitingCall[];
  /** Packs, and calls that went alone, without an answer. */
  underWay: number;
  /** Ends the wait for what is under way. */
  stopWaiting: () => void;
}

/**
 * Calls with one message for those of a contract that wait: for the end of a turn of the event loop, or for what is under way already. So
 * packs grow with the load, and a call that nothing is before goes at once. Each call has its own outcome and its own time limit; when the
 * message itself is not answered, all of its calls fail as each would have.
 */
export function packedCalls(origin: Pick<ServiceBroker, "call">): CallPacked {
  const lines = new Map<string, Line>();

  const leave = (contract: ActionContract, line: Line) => {
    const calls = line.waiting;
    line.waiting = [];
    // In the context of none of them.
    for (const pack of packsOf(calls)) outsideActions(null, () => void travel(contract, line, pack));
  };
  const travel = async (contract: ActionContract, line: Line, pack: readonly WaitingCall[]) => {
    line.underWay += 1;
    await send(origin, contract, pack);
    line.underWay -= 1;
    if (line.waiting.length === 0 || line.underWay !== MOST_UNDER_WAY - 1) return;
    line.stopWaiting();
    afterTurn(() => leave(contract, line));
  };

  return (contract, params, given) =>
    new Promise((resolve, reject) => {
      const options = withTrace(given);
      const packed = { params, requestId: options.requestID ?? null, meta: options.meta ?? {}, timeoutMs: options.timeout };
      const bytes = Buffer.byteLength(JSON.stringify(packed));
      const line = lines.get(contract.name) ?? { waiting: [], underWay: 0, stopWaiting: () => undefined };
      lines.set(contract.name, line);
      line.waiting.push({ packed, options, bytes, resolve, reject });
      if (line.waiting.length > 1) return;
      if (line.underWay < MOST_UNDER_WAY) afterTurn(() => leave(contract, line));
      else line.stopWaiting = after(MOST_WAIT_MS, () => leave(contract, line));
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
    if (error instanceof Errors.ServiceNotFoundError) await sendAlone(origin, contract, calls);
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

async function sendAlone(origin: Pick<ServiceBroker, "call">, contract: ActionContract, calls: readonly WaitingCall[]): Promise<void> {
  await Promise.all(
    calls.map(({ packed, options, resolve, reject }) => call(origin, contract, packed.params, options).then(resolve, reject)),
  );
}

function settle({ resolve, reject }: WaitingCall, outcome: PackedOutcome | undefined): void {
  if (!outcome) reject(new Error("a pack was answered without an outcome for each of its calls"));
  else if ("error" in outcome) reject(errors.restore(outcome.error, {}));
  else resolve(outcome.result);
}
