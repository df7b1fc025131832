import { describe, expect, it } from "@jest/globals";
import { runningAction, whileRunning } from "#libs/contract-kit/running-action.ts";
import { userRegistered } from "#libs/contracts/account.ts";
import { setConfigKey } from "#libs/contracts/config.ts";
import type { DurableDeps } from "#libs/events/on.ts";
import { on } from "#libs/events/on.ts";
import { uuid } from "#libs/kernel/ids.ts";

const deps: DurableDeps = {
  inbox: { applyOnce: async (_group, _id, transaction, work) => transaction(work).then(() => "applied") },
  transaction: (work) => work({} as Parameters<typeof work>[0]),
} as DurableDeps;

describe("the action under way", () => {
  it("A1 is known to all that it calls, and to nobody else", async () => {
    const seen = await whileRunning(setConfigKey, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return runningAction();
    });
    expect([seen, runningAction()]).toEqual([setConfigKey, null]);
  });

  it("A1 does not reach into the handling of an event that it has set off", async () => {
    const seen: unknown[] = [];
    const subscription = on(userRegistered, deps, async () => void seen.push(runningAction()));
    const payload = { userId: uuid(), locale: "en" };
    const envelope = { id: uuid(), event: userRegistered.name, at: new Date(0).toISOString(), payload, requestId: null, source: "account" };
    await whileRunning(setConfigKey, async () => {
      await subscription.apply("test", envelope);
      seen.push(runningAction());
    });
    expect(seen).toEqual([null, setConfigKey]);
  });
});
