import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { systemTimers, useTimers } from "#libs/kernel/timers.ts";
import { relayPace } from "#libs/platform/events/relay-pace.ts";

describe("how often a relay looks for facts that others left behind", () => {
  let now: number;

  beforeEach(() => {
    now = 1_000_000;
    useTimers({ ...systemTimers, elapsedMs: () => now });
  });
  afterEach(() => useTimers(systemTimers));

  /** At which of the next milliseconds it looks, as its loop asks. */
  const looks = (pace: ReturnType<typeof relayPace>, milliseconds: number, isAlone: boolean): number[] => {
    const [found, begin]: [number[], number] = [[], now];
    while (now - begin <= milliseconds) {
      if (pace.takeTurn(isAlone)) found.push(now - begin);
      now += pace.pauseMs();
    }
    return found;
  };
  const rested = () => {
    const pace = relayPace();
    now += 10_000;
    pace.takeTurn(true);
    return pace;
  };

  it("SPD-11 hardly ever when it is alone and nothing is written", () => {
    expect(looks(rested(), 120_000, true)).toHaveLength(4);
  });

  it("O1 beside other processes often enough that a fact of one that dies waits less than 5 s, its lease of 3 s included", () => {
    const times = looks(rested(), 60_000, false);
    const gaps = times.map((time, index) => time - (times[index - 1] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(1_900);
  });

  it("O1 often from the start and from each write on, until every lease has ended", () => {
    for (const pace of [relayPace(), rested()]) {
      pace.noteWork();
      const times = looks(pace, 6_000, true);
      expect(times.at(-1)).toBeGreaterThan(3_500);
      expect(times.length).toBeGreaterThan(8);
    }
  });
});
