import { describe, expect, it } from "@jest/globals";
import { runningAction, runningRequestId, whileRunning } from "#libs/contract-kit/running-action.ts";
import { userRegistered } from "#libs/contracts/account/index.ts";
import { setConfigKey } from "#libs/contracts/config/index.ts";
import { systemClock } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { DurableDeps } from "#libs/platform/events/on.ts";
import { on } from "#libs/platform/events/on.ts";
import { createJobRunner } from "#libs/platform/jobs/job-runner.ts";
import { silent } from "./stream-fixtures.ts";

const deps: DurableDeps = {
  inbox: { clock: systemClock, applyOnce: async (_facts, transaction, work) => transaction(work).then(() => "applied") },
  transaction: (work) => work({} as Parameters<typeof work>[0]),
} as DurableDeps;

describe("the running action", () => {
  it("A1 the running action is known to everything that it calls, and to nothing else", async () => {
    const seen = await whileRunning(setConfigKey, { requestId: "r-1" }, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return runningAction();
    });
    expect([seen, runningAction()]).toEqual([setConfigKey, null]);
  });

  it("A1 the running action is not known to the handler of an event that it published", async () => {
    const seen: unknown[] = [];
    const subscription = on(userRegistered, deps, async () => void seen.push(runningAction()));
    const payload = { userId: uuid(), locale: "en" };
    const envelope = { id: uuid(), event: userRegistered.name, at: new Date().toISOString(), payload, requestId: null, source: "account" };
    await whileRunning(setConfigKey, { requestId: "r-1" }, async () => {
      await subscription.apply("test", envelope);
      seen.push(runningAction());
    });
    expect(seen).toEqual([null, setConfigKey]);
  });

  it("TEL-05 work has the correlation id of the event in its handler, of the request in an action and of its own in a job", async () => {
    const seen: (string | null)[] = [];
    const see = async () => void seen.push(runningRequestId());
    const subscription = on(userRegistered, deps, see);
    const payload = { userId: uuid(), locale: "en" };
    const envelope = {
      id: uuid(),
      event: userRegistered.name,
      at: new Date().toISOString(),
      payload,
      requestId: "r-fact",
      source: "account",
    };
    await whileRunning(setConfigKey, { requestId: "r-1" }, async () => {
      await subscription.apply("test", envelope);
      await see();
    });
    const runner = createJobRunner({ logger: silent });
    runner.add({ name: "test.sweep", everyMs: 1, run: see });
    await runner.runNow("test.sweep");
    await see();
    expect(seen).toEqual(["r-fact", "r-1", expect.stringMatching(/^job-test\.sweep-[0-9a-f-]{36}$/), null]);
  });
});
