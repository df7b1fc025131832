import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { systemTimers, useTimers } from "#libs/kernel/timers.ts";
import { refusalLog } from "#libs/platform/broker/refusal-log.ts";

describe("the log of refused packets", () => {
  let now: number;
  let lines: { reason: string; subject: string; unlogged: number }[];
  const log = () => refusalLog({ warn: (line: (typeof lines)[number]) => void lines.push(line) } as never);
  beforeEach(() => {
    now = 0;
    lines = [];
    useTimers({ ...systemTimers, elapsedMs: () => now });
  });
  afterEach(() => useTimers(systemTimers));

  it("BUS-05 the log has one line for each reason and sender in ten seconds, with the number of the others", () => {
    const refuse = log();
    for (let each = 0; each < 1_000; each++) refuse("sender", "MOL-x.REQB.account.getName.from.content");
    refuse("action", "MOL-x.REQB.account.getName.from.content");
    refuse("sender", "MOL-x.REQB.account.getName.from.webhook");
    expect(lines.map(({ reason, unlogged }) => [reason, unlogged])).toEqual([
      ["sender", 0],
      ["action", 0],
      ["sender", 0],
    ]);
    now = 10_000;
    refuse("sender", "MOL-x.REQB.account.getName.from.content");
    expect(lines.at(-1)).toEqual({ reason: "sender", subject: "MOL-x.REQB.account.getName.from.content", unlogged: 999 });
  });

  it("BUS-05 the log stays short when an attacker invents a name for each packet", () => {
    const refuse = log();
    for (let each = 0; each < 10_000; each++) refuse("subject", `MOL-x.REQB.account.getName.from.p${each}`);
    expect(lines.length).toBeLessThanOrEqual(101);
  });
});
