import mongoose from "mongoose";
import type { FaultPoints } from "#libs/faults/fault-points.ts";
import { inTurn } from "#libs/kernel/in-turn.ts";
import { wait } from "#libs/kernel/wait.ts";
import type { PageDayStore } from "../data/page-day.store.ts";
import type { TallyStore } from "../data/tally.store.ts";
import { consecutive } from "../domain/closed-days.ts";
import type { DayNumbers } from "../domain/day-counts.ts";
import { countDays, WIDTHS, type Widths } from "./count-days.ts";

/** How long a report waits for days to be counted before it goes on with what there is, in milliseconds. They go on being counted. */
const PATIENCE_MS = 1_000;
/** Days are counted for as long as a report waits; then the reports get as long as they may take to count the rest from its rows. */
const REST_MS = 4_000;
/** Days of one step; the first step is one day. */
const MOST_DAYS = 32;
/** A step with fewer rows is followed by one of twice as many days, one with more by one of half as many. */
const EASY_ROWS = 5_000;
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

type Found = Map<string, DayNumbers | null>;

export function rollUps(parts: Parts, widths: Widths = WIDTHS): RollUps {
  const { pageDays } = parts;
  // One step at a time in this process: whoever tracks visits shares the connections.
  const turn = inTurn();
  /** Pages whose days are being counted. */
  const running = new Map<string, { work: Promise<void>; isResting: boolean }>();

  async function rest(bioPageId: string): Promise<void> {
    const count = running.get(bioPageId);
    if (count) count.isResting = true;
    await wait(REST_MS);
    if (count) count.isResting = false;
  }

  async function countAll(bioPageId: string, missing: readonly string[]): Promise<void> {
    let width = 1;
    let until = performance.now() + PATIENCE_MS;
    for (let at = 0; at < missing.length; ) {
      if (performance.now() > until) {
        await rest(bioPageId);
        until = performance.now() + PATIENCE_MS;
      }
      const days = consecutive(missing.slice(at, at + width), width);
      const rows = await turn("step", () => countStep(parts, bioPageId, days, widths));
      if (rows === null && days.length === 1) return;
      at += rows === null ? 0 : days.length;
      if (rows === null) width = 1;
      else width = rows < EASY_ROWS ? Math.min(MOST_DAYS, width * 2) : Math.max(1, width >> 1);
    }
  }

  function start(bioPageId: string, missing: readonly string[]): Promise<void> {
    const work = countAll(bioPageId, missing).finally(() => running.delete(bioPageId));
    running.set(bioPageId, { work, isResting: false });
    // Nobody may wait for it any more when it fails; what it did not count the next report will.
    work.catch(() => undefined);
    return work;
  }

  return {
    async numbersOf(bioPageId, days) {
      const until = performance.now() + PATIENCE_MS;
      for (let isOver = days.length === 0; ; ) {
        const found: Found = days.length === 0 ? new Map() : await pageDays.numbers(bioPageId, days);
        const missing = days.filter((day) => !found.has(day));
        const left = until - performance.now();
        if (isOver || missing.length === 0 || left <= 0) {
          return new Map([...found].filter((entry): entry is [string, DayNumbers] => entry[1] !== null));
        }
        // The reports of a dashboard are asked for at once, and count the days of a page together.
        const others = running.get(bioPageId);
        if (!others?.isResting) await Promise.race([others?.work ?? start(bioPageId, missing), wait(left)]);
        isOver = others === undefined || others.isResting;
      }
    },
  };
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
