import { AsyncLocalStorage } from "node:async_hooks";
import { after, afterTurn } from "./timers.ts";
import { withDeadline } from "./with-deadline.ts";

/** Maximum number of members in a batch. */
const MAX_MEMBERS = 64;

/** The origin of the members of a batch, such as the requests that they belong to. */
export interface BatchContext<C> {
  /** The context of the caller. */
  current(): C;
  /** Runs the work of a batch with several members in one context for all of them. */
  run<T>(name: string, members: readonly C[], work: () => T): T;
}

/** Runs something in the async context of the member's caller. */
export type InContext = <T>(work: () => T) => T;

export interface Batching<M, R, C> {
  /** Names the work, for its context and its errors. */
  readonly name: string;
  readonly context: BatchContext<C>;
  /**
   * Does the work of a batch. Returns the outcome of each member, in their order. When it throws, it has changed nothing.
   * @param contexts of the members, in their order
   */
  readonly run: (members: readonly M[], contexts: readonly InContext[]) => Promise<readonly PromiseSettledResult<R>[]>;
  /** Whether an error of a batch applies to every member, such as an unavailable database. */
  readonly failsAll?: (error: unknown) => boolean;
  /** Longest wait of a member, and longest time that a batch holds up the next one, in milliseconds. Absent: without limit. */
  readonly timeoutMs?: number;
  /** Batches under way before further members wait. Default 1. */
  readonly concurrency?: number;
  /** Milliseconds after which members no longer wait for batches under way. Absent: they wait. */
  readonly maxWaitMs?: number;
  /** The size of a member; the sizes of a batch add up to at most `maxSize`. */
  readonly sizeOf?: (member: M) => number;
  readonly maxSize?: number;
}

/** A member waited too long for its outcome. */
export class BatchTimeout extends Error {
  constructor(name: string) {
    super(`${name} not done in time`);
    this.name = "BatchTimeout";
  }
}

interface Waiting<M, R, C> {
  readonly member: M;
  readonly origin: C;
  readonly inContext: InContext;
  settled: boolean;
  settle(outcome: PromiseSettledResult<R>): void;
}

/**
 * Does concurrent work in batches: members that arrive during a batch form the next one. No member waits for a timer, and batches grow with
 * the load. Each caller gets the outcome of its own member. When a batch fails, its members run alone.
 */
export function batcher<M, R, C>(batching: Batching<M, R, C>): (member: M) => Promise<R> {
  const { name, context, timeoutMs, concurrency = 1, maxWaitMs } = batching;
  const queue: Waiting<M, R, C>[] = [];
  let underWay = 0;
  let scheduled = false;
  let stopWaiting = () => {};

  const runNext = async () => {
    const batch = takeBatch(batching, queue).filter(({ settled }) => !settled);
    if (batch.length > 0) {
      underWay += 1;
      const running = runBatch(batching, batch);
      await (timeoutMs === undefined ? running : withDeadline(running, timeoutMs, () => undefined));
      underWay -= 1;
    }
    schedule();
  };
  const start = () => {
    scheduled = false;
    stopWaiting();
    while (queue.length > 0 && underWay < concurrency) void runNext();
    limitWait();
  };
  const limitWait = () => {
    if (maxWaitMs !== undefined && queue.length > 0 && underWay >= concurrency) stopWaiting = after(maxWaitMs, startAll);
  };
  // At the end of the tick of the event loop, so that members of one tick share a batch.
  const schedule = () => {
    if (scheduled || queue.length === 0 || underWay >= concurrency) return;
    scheduled = true;
    afterTurn(start);
  };
  const startAll = () => {
    while (queue.length > 0) void runNext();
  };

  return (member) =>
    new Promise<R>((resolve, reject) => {
      let stopTimer = () => {};
      const waiting: Waiting<M, R, C> = {
        member,
        origin: context.current(),
        inContext: AsyncLocalStorage.snapshot(),
        settled: false,
        settle(outcome) {
          waiting.settled = true;
          stopTimer();
          if (outcome.status === "fulfilled") resolve(outcome.value);
          else reject(outcome.reason);
        },
      };
      if (timeoutMs !== undefined) {
        stopTimer = after(timeoutMs, () => waiting.settle(rejected(new BatchTimeout(name))), { keepAlive: true });
      }
      queue.push(waiting);
      schedule();
      if (queue.length === 1) limitWait();
    });
}

/** A context for work in which the origin of members does not matter. */
export const noContext: BatchContext<null> = { current: () => null, run: (_name, _members, work) => work() };

/** Removes the members of the next batch from the queue. */
function takeBatch<M, R, C>({ sizeOf, maxSize }: Batching<M, R, C>, queue: Waiting<M, R, C>[]): readonly Waiting<M, R, C>[] {
  if (!sizeOf || maxSize === undefined) return queue.splice(0, MAX_MEMBERS);
  let [count, size] = [0, 0];
  for (const { member } of queue.slice(0, MAX_MEMBERS)) {
    size += sizeOf(member);
    if (count > 0 && size > maxSize) break;
    count += 1;
  }
  return queue.splice(0, count);
}

async function runBatch<M, R, C>(batching: Batching<M, R, C>, batch: readonly Waiting<M, R, C>[]): Promise<void> {
  const [only, ...others] = batch;
  if (only && others.length === 0) return runAlone(batching, only);
  const { name, context, run, failsAll } = batching;
  try {
    const [members, contexts] = [batch.map(({ member }) => member), batch.map(({ inContext }) => inContext)];
    const origins = batch.map(({ origin }) => origin);
    const outcomes = await context.run(name, origins, () => run(members, contexts));
    for (const [index, { settle }] of batch.entries()) settle(outcomes[index] ?? rejected(new Error(`${name} has no outcome`)));
  } catch (error) {
    if (failsAll?.(error)) for (const { settle } of batch) settle(rejected(error));
    else await Promise.all(batch.map((waiting) => runAlone(batching, waiting)));
  }
}

async function runAlone<M, R, C>(
  { name, run }: Batching<M, R, C>,
  { member, settled, inContext, settle }: Waiting<M, R, C>,
): Promise<void> {
  if (settled) return;
  try {
    const [outcome] = await inContext(() => run([member], [inContext]));
    settle(outcome ?? rejected(new Error(`${name} has no outcome`)));
  } catch (error) {
    settle(rejected(error));
  }
}

function rejected(reason: unknown): PromiseRejectedResult {
  return { status: "rejected", reason };
}
