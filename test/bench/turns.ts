import { SECOND } from "#libs/kernel/clock.ts";
import { runBurst } from "./burst.ts";
import type { Contender } from "./contender.ts";
import { type CpuTimes, cpuTimesOf, cpuTimesSince, sumOf } from "./cpu-time.ts";
import type { Burst } from "./figures.ts";
import type { Others } from "./machine.ts";
import { idleTimes, settle } from "./settle.ts";

const IDLE_SECONDS = 6;

interface TurnsOptions {
  readonly turns: number;
  /** Length of a burst. */
  readonly seconds: number;
  /** Length of the warm-up burst of each load, which is not measured. */
  readonly warmUpSeconds: number;
  /** No turn begins later. */
  readonly end: number;
  readonly others: Pick<Others, "share">;
}

interface Turns {
  readonly bursts: readonly Burst[];
  /** By contender, warm-up included. */
  readonly rounds: ReadonlyMap<string, number>;
  readonly refusals: ReadonlyMap<string, number>;
  /** The processor share of other work in each turn. */
  readonly others: readonly number[];
}

/** Runs one burst of each contender, load by load, in several turns. A different contender begins each turn. */
export async function runTurns(contenders: readonly Contender[], options: TurnsOptions): Promise<Turns> {
  const { turns, seconds, warmUpSeconds, end } = options;
  const everyone = contenders.flatMap(({ name: of, processes }) => processes.map(({ pid, name }) => ({ pid, name: `${of} ${name}` })));
  const idle = await idleTimes(everyone, IDLE_SECONDS);
  const idleOf = ({ name: of, processes }: Contender) =>
    new Map(processes.map(({ name }) => [name, idle.get(`${of} ${name}`) ?? 0] as const));
  const names = [...new Set(contenders.flatMap(({ loads }) => [...loads.keys()]))];
  const [bursts, others, refusals]: [Burst[], number[], Map<string, number>] = [[], [], new Map()];
  const rounds = new Map<string, number>();
  const run = async (contender: Contender, load: string, turn: number) => {
    const { burst, result } = await measureBurst(contender, load, turn, turn < 0 ? warmUpSeconds : seconds, idleOf(contender));
    rounds.set(contender.name, (rounds.get(contender.name) ?? 0) + result.rounds);
    // A peer that has just started may exceed its own timeouts.
    if (turn < 0) return;
    for (const [reason, count] of result.refusals) {
      const key = `${contender.name}, ${load}: ${reason}`;
      refusals.set(key, (refusals.get(key) ?? 0) + count);
    }
    bursts.push(burst);
  };
  for (let turn = -1; turn < turns; turn += 1) {
    if (performance.now() > end) {
      console.error(`the time is over after ${turn} turns`);
      break;
    }
    for (const load of names) {
      const serving = contenders.filter(({ loads }) => loads.has(load));
      const first = Math.max(turn, 0) % serving.length;
      for (const contender of [...serving.slice(first), ...serving.slice(0, first)]) await run(contender, load, turn);
    }
    const taken = options.others.share();
    if (turn >= 0) others.push(taken);
    console.error(turn < 0 ? "warm" : `turn ${turn + 1} of ${turns}; other work took ${Math.round(taken * 100)} %`);
  }
  return { bursts, rounds, refusals, others };
}

async function measureBurst({ name, port, processes, loads }: Contender, load: string, turn: number, seconds: number, idle: CpuTimes) {
  const chosen = loads.get(load);
  if (!chosen) throw new Error(`${name} does not serve ${load}`);
  const [before, began] = [cpuTimesOf(processes), performance.now()];
  const result = await runBurst(port, chosen, seconds);
  if (chosen.hasBackgroundWork) await settle(processes, idle);
  const elapsed = (performance.now() - began) / SECOND;
  const used = [...cpuTimesSince(processes, before)];
  const cpu = new Map(
    used.map(([process, time]) => [process, (time - (idle.get(process) ?? 0) * elapsed) / Math.max(result.rounds, 1)] as const),
  );
  const refused = [...result.refusals.values()].reduce((sum, count) => sum + count, 0);
  const { perSecond, p50, p99 } = result;
  const burst: Burst = { turn, load, contender: name, perSecond, p50, p99, cpu, allCpu: sumOf(cpu), refused };
  return { burst, result };
}
