import { AsyncLocalStorage } from "node:async_hooks";
import { uuid } from "#libs/kernel/ids.ts";
import { after, afterTurn, elapsedMs } from "#libs/kernel/timers.ts";
import { withDeadline } from "#libs/kernel/with-deadline.ts";
import { type Origin, outsideActions, runningOrigin } from "../running-action.ts";

/** Members of one group at most. How many can wait is what the bulkheads of their actions let in. */
const MAX_MEMBERS = 64;
/** A caller that breaks so many groups runs alone until it has broken none for so long. */
const MAX_BROKEN_GROUPS = 2;
const ALONE_MS = 10_000;
/** Callers that are remembered at most; the one that was remembered first goes first. */
const MAX_BREAKERS = 1_000;

export interface SharedWork<M, R> {
  /** Names the work in the correlation ids of its groups. */
  readonly name: string;
  /**
   * Does the work of a group; the outcome of each member, in their order. When it throws, it has changed nothing. It throws
   * {@link GroupBroken} where one of several members is to blame.
   */
  readonly run: (members: readonly M[]) => Promise<readonly PromiseSettledResult<R>[]>;
  /** Who asks for the work of a member, if that is known: whoever breaks groups is kept out of them for a while. */
  readonly callerOf?: (member: M) => string | null;
  /** Whether an error of a group is that of every member, such as of a database that is away. */
  readonly failsAll?: (error: unknown) => boolean;
  /** Milliseconds that a member waits at most. Work whose caller has given up is not begun. */
  readonly timeoutMs: number;
}

/** The work of a group failed because of one of its members. */
export class GroupBroken extends Error {
  /** Its place in the group. */
  readonly index: number;

  /** @param cause the error of that member */
  constructor(index: number, cause: unknown) {
    super("a member broke its group", { cause });
    this.name = "GroupBroken";
    this.index = index;
  }
}

/** A member waited too long for its outcome. */
export class SharedWorkTimeout extends Error {
  constructor(name: string) {
    super(`${name} not done in time`);
    this.name = "SharedWorkTimeout";
  }
}

interface Waiting<M, R> {
  readonly member: M;
  readonly caller: string | null;
  readonly origin: Origin;
  settled: boolean;
  /** Runs something in the context in which the member came: its correlation id, its caller. */
  readonly inContext: <T>(work: () => T) => T;
  settle(outcome: PromiseSettledResult<R>): void;
}

/**
 * Does the work of calls that run at the same time in groups, one group after the other: what arrives during a group forms the next one. So
 * nobody waits for others to come, and groups grow with the load. Each call gets its own outcome. A group that fails is done once more
 * without the member that its error names, then each member alone.
 */
export function sharedWork<M, R>(work: SharedWork<M, R>): (member: M) => Promise<R> {
  const { name, timeoutMs, callerOf = () => null } = work;
  const breakers = brokenGroups();
  const queue: Waiting<M, R>[] = [];
  let running = false;

  const runAll = async () => {
    while (queue.length > 0) {
      const group = queue.splice(0, MAX_MEMBERS).filter(({ settled }) => !settled);
      // After that time nobody waits for this group any more, so the next one need not wait for it either.
      if (group.length > 0) await withDeadline(runGroup(work, group, breakers), timeoutMs, () => undefined);
    }
    running = false;
  };

  return (member) =>
    new Promise<R>((resolve, reject) => {
      const waiting: Waiting<M, R> = {
        member,
        caller: callerOf(member),
        origin: runningOrigin(),
        settled: false,
        inContext: AsyncLocalStorage.snapshot(),
        settle(outcome) {
          waiting.settled = true;
          stopTimer();
          if (outcome.status === "fulfilled") resolve(outcome.value);
          else reject(outcome.reason);
        },
      };
      const stopTimer = after(timeoutMs, () => waiting.settle(rejected(new SharedWorkTimeout(name))), { keepAlive: true });
      if (breakers.has(waiting.caller)) {
        void runAlone(work, waiting);
        return;
      }
      queue.push(waiting);
      if (running) return;
      running = true;
      // Not at once, so that the calls of a pack are in one group.
      afterTurn(() => void runAll());
    });
}

type Breakers = ReturnType<typeof brokenGroups>;

async function runGroup<M, R>(work: SharedWork<M, R>, group: readonly Waiting<M, R>[], breakers: Breakers): Promise<void> {
  let rest = group;
  for (let attempt = 0; attempt < 2 && rest.length > 1; attempt += 1) {
    const error = await runTogether(work, rest);
    if (error === null) return;
    if (work.failsAll?.(error)) return settleAll(rest, error);
    const broken = error instanceof GroupBroken ? rest[error.index] : undefined;
    if (!broken) break;
    breakers.note(broken.caller);
    broken.settle(rejected((error as GroupBroken).cause));
    rest = rest.filter((each) => each !== broken && !each.settled);
  }
  await Promise.all(rest.map((each) => runAlone(work, each)));
}

/** Settles each member; returns the error of a group that failed as a whole, in which case it has settled none. */
async function runTogether<M, R>({ name, run }: SharedWork<M, R>, group: readonly Waiting<M, R>[]): Promise<unknown> {
  try {
    const outcomes = await outsideActions(originOf(name, group), () => run(group.map(({ member }) => member)));
    for (const [index, { settle }] of group.entries()) settle(outcomes[index] as PromiseSettledResult<R>);
    return null;
  } catch (error) {
    return error;
  }
}

/** What one request asks for at the same time belongs to it and its trace; what several ask for has an id of its own. */
function originOf<M, R>(name: string, group: readonly Waiting<M, R>[]): Origin {
  const [first, ...others] = group.map(({ origin }) => origin);
  const isOfOne = first && first.requestId !== null && others.every(({ requestId }) => requestId === first.requestId);
  return isOfOne ? first : { requestId: `group-${name}-${uuid()}` };
}

async function runAlone<M, R>({ run }: SharedWork<M, R>, { member, settled, inContext, settle }: Waiting<M, R>): Promise<void> {
  if (settled) return;
  try {
    const [outcome] = await inContext(() => run([member]));
    settle(outcome as PromiseSettledResult<R>);
  } catch (error) {
    settle(rejected(error instanceof GroupBroken ? error.cause : error));
  }
}

function settleAll<M, R>(group: readonly Waiting<M, R>[], error: unknown): void {
  for (const { settle } of group) settle(rejected(error));
}

function rejected(reason: unknown): PromiseRejectedResult {
  return { status: "rejected", reason };
}

/** Remembers who broke groups lately. */
function brokenGroups() {
  const broken = new Map<string, { readonly count: number; readonly at: number }>();
  const countOf = (caller: string) => {
    const last = broken.get(caller);
    return last && elapsedMs() - last.at < ALONE_MS ? last.count : 0;
  };
  return {
    /** Whether a caller runs alone. */
    has: (caller: string | null): boolean => caller !== null && countOf(caller) >= MAX_BROKEN_GROUPS,
    note(caller: string | null): void {
      if (caller === null) return;
      const count = countOf(caller) + 1;
      broken.delete(caller);
      broken.set(caller, { count, at: elapsedMs() });
      const [oldest] = broken.keys();
      if (broken.size > MAX_BREAKERS && oldest !== undefined) broken.delete(oldest);
    },
  };
}
