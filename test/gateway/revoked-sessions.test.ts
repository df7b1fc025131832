import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { pino } from "pino";
import { type RevokedSessions, revokedSessions } from "#gateway/authentication/revoked-sessions.ts";
import type { ServiceClient } from "#libs/contract-kit/service-client.ts";
import { systemClock } from "#libs/kernel/clock.ts";
import { systemTimers, useTimers } from "#libs/kernel/timers.ts";
import { createSessionHints, type SessionHints } from "#services/account/sign-in/session-hints.ts";
import { type ManualTimers, manualTimers } from "../support/manual-timers.ts";

describe("the list of revoked sessions of a gateway", () => {
  let timers: ManualTimers;
  let account: SessionHints;
  let list: RevokedSessions;
  let revoked: string[];
  let polls: number;
  let isAway: boolean;
  let losesHints: boolean;

  const call = async () => {
    polls += 1;
    if (isAway) throw new Error("away");
    const [asOf, reason] = [new Date().toISOString(), "LOGOUT"];
    return { asOf, revoked: revoked.map((sessionId) => ({ sessionId, reason, revokedAt: asOf })), more: false };
  };
  const pollsIn = async (milliseconds: number): Promise<number> => {
    polls = 0;
    await timers.pass(milliseconds);
    return polls;
  };
  /** Revokes like the account service, but the hint of the session is lost. */
  const revoke = (sessionId: string) => {
    account.noteRevocation();
    revoked.push(sessionId);
  };

  beforeEach(async () => {
    timers = manualTimers();
    useTimers(timers);
    jest.spyOn(performance, "now").mockImplementation(() => timers.elapsedMs());
    [revoked, polls, isAway, losesHints] = [[], 0, false, false];
    list = revokedSessions({
      services: { call: call as unknown as ServiceClient["call"] },
      clock: systemClock,
      logger: pino({ level: "silent" }),
    });
    account = createSessionHints();
    const broadcast = (_name: string, payload: unknown) => {
      if (!losesHints) list.applyCount(JSON.parse(JSON.stringify(payload)));
    };
    account.bind?.({ broadcast } as unknown as Parameters<NonNullable<SessionHints["bind"]>>[0]);
    await account.start?.();
    list.start();
    await timers.pass(2_000);
  });
  afterEach(async () => {
    list.stop();
    await account.stop?.();
    useTimers(systemTimers);
    jest.restoreAllMocks();
  });

  it("the list is queried only once the account service is known, and then at once", async () => {
    list.stop();
    let isKnown = false;
    polls = 0;
    list.start(() => isKnown);
    await timers.pass(3_000);
    list.applyCount(null);
    expect(polls).toBe(0);
    isKnown = true;
    expect(await pollsIn(100)).toBe(1);
  });

  it("SPD-11 the list is fresh and is queried every five seconds while nothing is revoked", async () => {
    expect(await pollsIn(20_000)).toBeLessThanOrEqual(4);
    expect(list.isFresh()).toBe(true);
  });

  it("AUT-13 the list has a session within two seconds although its hint was lost, and within three although the first number was lost too", async () => {
    revoke("one");
    await timers.pass(2_000);
    expect(await list.reasonOf("one")).toBe("LOGOUT");
    losesHints = true;
    revoke("other");
    await timers.pass(1_000);
    losesHints = false;
    await timers.pass(1_000);
    expect(await list.reasonOf("other")).toBe("LOGOUT");
  });

  it("AUT-13 the list is queried every second until a pending revocation must be visible", async () => {
    account.noteRevocation();
    await timers.pass(10_000);
    revoked.push("late");
    await timers.pass(2_000);
    expect(await list.reasonOf("late")).toBe("LOGOUT");
  });

  it("AUT-13 the list is queried every second while the account process is silent, and while the account service fails", async () => {
    losesHints = true;
    await timers.pass(2_000);
    expect(await pollsIn(10_000)).toBeGreaterThanOrEqual(9);
    losesHints = false;
    isAway = true;
    await timers.pass(6_000);
    expect(await pollsIn(10_000)).toBeGreaterThanOrEqual(9);
    expect(list.isFresh()).toBe(false);
  });

  it("the list is queried after a malformed number, and after one of an unknown process", async () => {
    await timers.pass(1_000);
    polls = 0;
    for (const payload of [null, { process: 7, count: 1 }, { process: "new", count: 3 }]) {
      list.applyCount(payload);
      await timers.pass(0);
      await new Promise(setImmediate);
    }
    expect(polls).toBe(3);
  });
});
