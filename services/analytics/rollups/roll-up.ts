import mongoose from "mongoose";
import type { FaultPoints } from "#libs/faults/fault-points.ts";
import { inTurn } from "#libs/kernel/in-turn.ts";
import { wait } from "#libs/kernel/wait.ts";
import type { PageDayStore } from "../data/page-day.store.ts";
import type { TallyStore } from "../data/tally.store.ts";
import { consecutive } from "../domain/closed-days.ts";
import type { DayNumbers } from "../domain/day-counts.ts";
import { countDays, WIDTHS, type Widths } from "./count-days.ts";

/**
 * How long a report waits for days to be counted before it goes on with what there is, in milliseconds; it does not wait when the
 * days so far say that this will not do. They go on being counted.
 */
const PATIENCE_MS = 1_000;
/** Days are counted for as long as a report waits; then the reports get as long as they may take to count the rest from its rows. */
const REST_MS = 4_000;
/** Days of one step; the first step is one day. */
const MOST_DAYS = 32;
/** A step with fewer rows is followed by one of twice as many days, one with more by one of half as many. */
const EASY_ROWS = 5_000;
/** Days with fewer rows say nothing of how long the others will take. */
const TELLING_ROWS = 1_000;
/** MongoDB's code for a command that took longer than it may. */
const TOO_SLOW = 50;

export interface RollUps {
  /**
   * The numbers of closed days (in order) from their rollups. Those that are not there are counted and kept, a step at a time,
   * if need be behind the answer. Days that are too wide, or not counted yet, are missing.
   */
  numbersOf(bioPageId: string, days: readonly string[]): Promise<Map<string, DayNumbers>>;
}

interface Parts {
  readonly tallies: TallyStore;
  readonly pageDays: PageDayStore;
  readonly faults: FaultPoints;
}

/** A count of the days of a page. */
interface Count {
  /** Settles when all is counted, or when that takes too long to be waited for; rejects when it failed before. */
  readonly waited: Promise<void>;
  /** From now on it goes on behind the answers. */
  goBehind(): void;
  isBehind: boolean;
}

type Found = Map<string, DayNumbers | null>;

/** @param patienceMs how long a report waits for its days, in milliseconds. */
export function rollUps(parts: Parts, widths: Widths = WIDTHS, patienceMs = PATIENCE_MS): RollUps {
  const { pageDays } = parts;
  // One step at a time in this process: whoever tracks visits shares the connections.
  const turn = inTurn();
  /** Pages whose days are being counted. */
  const running = new Map<string, Count>();

  async function countAll(bioPageId: string, missing: readonly string[], count: Count): Promise<void> {
    let width = 1;
    let until = performance.now() + patienceMs;
    for (let at = 0; at < missing.length; ) {
      const begun = performance.now();
      const days = consecutive(missing.slice(at, at + width), width);
      const rows = await turn("step", () => countStep(parts, bioPageId, days, widths));
      if (rows === null && days.length === 1) return;
      at += rows === null ? 0 : days.length;
      if (rows === null) width = 1;
      else width = rows < EASY_ROWS ? Math.min(MOST_DAYS, width * 2) : Math.max(1, width >> 1);
      const now = performance.now();
      const left = count.isBehind ? 0 : timeLeft({ rows, days: days.length, took: now - begun }, missing.length - at);
      if (at === missing.length || now + left < until) continue;
      count.goBehind();
      await wait(REST_MS);
      until = performance.now() + patienceMs;
    }
  }

  function start(bioPageId: string, missing: readonly string[]): Count {
    const { promise: waited, resolve, reject } = Promise.withResolvers<void>();
    const count: Count = {
      waited,
      isBehind: false,
      goBehind() {
        count.isBehind = true;
        resolve();
      },
    };
    running.set(bioPageId, count);
    countAll(bioPageId, missing, count)
      .finally(() => running.delete(bioPageId))
      .then(resolve, reject);
    // Nobody may wait for it any more when it fails; what it did not count the next report will.
    waited.catch(() => undefined);
    return count;
  }

  return {
    async numbersOf(bioPageId, days) {
      const until = performance.now() + patienceMs;
      for (let isOver = days.length === 0; ; ) {
        const found: Found = days.length === 0 ? new Map() : await pageDays.numbers(bioPageId, days);
        const missing = days.filter((day) => !found.has(day));
        const left = until - performance.now();
        // The reports of a dashboard are asked for at once, and count the days of a page together.
        const others = running.get(bioPageId);
        if (isOver || missing.length === 0 || left <= 0 || others?.isBehind) {
          return new Map([...found].filter((entry): entry is [string, DayNumbers] => entry[1] !== null));
        }
        await Promise.race([(others ?? start(bioPageId, missing)).waited, wait(left)]);
        isOver = others === undefined;
      }
    },
  };
}

/** How long it takes to count more days of a page, by those of one step, in milliseconds; 0 when those say nothing of it. */
function timeLeft(step: { readonly rows: number | null; readonly days: number; readonly took: number }, days: number): number {
  return (step.rows ?? 0) < TELLING_ROWS * step.days ? 0 : (step.took / step.days) * days;
}

/** Counts days that follow each other and keeps them; how many rows they have, or null when they are too much for one step. */
async function countStep(
  { tallies, pageDays, faults }: Parts,
  bioPageId: string,
  days: readonly string[],
  widths: Widths,
): Promise<number | null> {
  const opened = await pageDays.open(bioPageId, days);
  if (days.every((day) => opened.get(day)?.isCounted)) return 0;
  const counted = await inTime(() => countDays(tallies, bioPageId, days, widths));
  if (counted === null) return null;
  await faults.hit("analytics.rollup.keep");
  const kept = [...counted].map(([day, counts]) => ({ day, counts, revision: opened.get(day)?.revision ?? "" }));
  await pageDays.keep(bioPageId, kept);
  return kept.reduce((sum, { counts }) => sum + (counts ? counts.sessions + counts.pageViews + counts.bioViews : EASY_ROWS), 0);
}

async function inTime<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof mongoose.mongo.MongoServerError && error.code === TOO_SLOW) return null;
    throw error;
  }
}
