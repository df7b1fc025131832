import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { ServiceBroker } from "moleculer";
import { HINTS } from "#libs/contracts/hints.ts";
import { systemTimers, useTimers } from "#libs/kernel/timers.ts";
import { type RepeatedHint, repeatedHint } from "#libs/platform/service/repeated-hint.ts";
import { type ManualTimers, manualTimers } from "../support/manual-timers.ts";

describe("a revision that is repeated every second", () => {
  let timers: ManualTimers;
  let hint: RepeatedHint;
  let stored: string;
  let isAway: boolean;
  let reads: number;
  let heard: string[];
  let processes: number;

  const within = async (milliseconds: number) => {
    [reads, heard] = [0, []];
    await timers.pass(milliseconds);
    return { reads, heard };
  };

  beforeEach(async () => {
    timers = manualTimers();
    useTimers(timers);
    [stored, isAway, reads, heard, processes] = ["1", false, 0, [], 1];
    hint = repeatedHint(HINTS.configChanged, async () => {
      reads += 1;
      if (isAway) throw new Error("away");
      return stored;
    });
    const broadcast = (_name: string, { revision }: { revision: string }) => heard.push(revision);
    const registry = { getServiceList: () => Array.from({ length: processes }, () => ({ name: "config" })) };
    hint.bind?.({ broadcast, registry } as unknown as ServiceBroker);
    await hint.start?.();
    await timers.pass(13_000);
  });
  afterEach(async () => {
    await hint.stop?.();
    useTimers(systemTimers);
  });

  it("SPD-11 a single process reads the repeated revision every five seconds, unless it has begun a change", async () => {
    const rest = await within(10_000);
    expect(rest.reads).toBeLessThanOrEqual(2);
    expect(rest.heard.length).toBeGreaterThanOrEqual(9);
    hint.noteChange();
    expect((await within(10_000)).reads).toBeGreaterThanOrEqual(9);
    stored = "2";
    expect((await within(2_000)).heard).toContain("2");
  });

  it("KSW-05 the revision is read each time beside another process, so a change of that process is found although it died", async () => {
    processes = 2;
    stored = "2";
    expect((await within(1_200)).heard).toEqual(["2"]);
    expect((await within(10_000)).reads).toBeGreaterThanOrEqual(9);
  });

  it("a revision that cannot be read is not repeated", async () => {
    isAway = true;
    await timers.pass(6_000);
    expect((await within(5_000)).heard).toEqual([]);
    isAway = false;
    expect((await within(1_200)).heard).toEqual(["1"]);
  });
});
