import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { systemTimers, useTimers } from "#libs/kernel/timers.ts";
import { LEASE_MS, relayPace } from "#libs/platform/events/relay-pace.ts";

describe("the polling interval of a relay for events that others left behind", () => {
  let now: number;

  beforeEach(() => {
    now = 1_000_000;
    useTimers({ ...systemTimers, elapsedMs: () => now });
  });
  afterEach(() => useTimers(systemTimers));

  /** The milliseconds, counted from now, at which the relay polls. */
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

  it("SPD-11 a relay that is alone hardly ever polls while nothing is written", () => {
    expect(looks(rested(), 120_000, true)).toHaveLength(4);
  });

  /** How long an event waits for its relay when another process writes it after `writtenAfterMs` and dies at once. */
  const waitOf = (writtenAfterMs: number): number => {
    const pace = rested();
    const writtenAt = now + writtenAfterMs;
    for (;;) {
      now += pace.pauseMs();
      if (!pace.takeTurn(false)) continue;
      if (!pace.isBusy() && writtenAt < now) pace.noteWork();
      if (pace.isBusy() && writtenAt + LEASE_MS <= now) return now - writtenAt;
    }
  };

  it("O1 a relay beside other processes polls so often that an event of a dead one waits less than 5 s, its lease of 3 s included", () => {
    for (let writtenAfterMs = 0; writtenAfterMs < 10_000; writtenAfterMs += 50) expect(waitOf(writtenAfterMs)).toBeLessThan(4_500);
  });

  it("SPD-11 a relay beside other processes polls at most every four seconds while none of them writes", () => {
    expect(looks(rested(), 60_000, false).length).toBeLessThanOrEqual(16);
  });

  it("O1 a relay polls often from the start and from each write on, until every lease has ended", () => {
    for (const pace of [relayPace(), rested()]) {
      pace.noteWork();
      const times = looks(pace, 6_000, true);
      expect(times.at(-1)).toBeGreaterThan(3_500);
      expect(times.length).toBeGreaterThan(8);
    }
  });
});
