import { describe, expect, it } from "@jest/globals";
import { verifySecondFactor } from "#libs/contracts/account/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { turns } from "#libs/platform/jobs/turns.ts";
import { liveDeps } from "#services/account/deps.ts";
import { finishHolds } from "#services/account/held/finish-holds.ts";
import { accountPersonalData } from "#services/account/personal-data.ts";
import type { Fixture } from "../account/fixture.ts";
import { outcomeOf } from "../support/act-as.ts";
import { factorResetSteps, INVALID } from "./factor-reset-steps.ts";
import { challengeOf } from "./factors.ts";
import { startAccount } from "./start-account.ts";

const ROUNDS = 20;
const heldChanges = () => account.runtime.database("account").connection.collection("held_changes");

let account: Fixture;
let steps: ReturnType<typeof factorResetSteps>;
startAccount(factorResetSteps, (started, its) => {
  [account, steps] = [started, its];
});

/** Lets the job pause between the look at what is due and the change, longer in each round. */
const pauseJob = (round: number) =>
  account.runtime.faults.arm({ point: "account.hold.taken", mode: "delay", delayMs: (round % 10) * 4, times: 1 });

describe("a reset of second factors at the end of its hold", () => {
  it("MFA-17 of the job and the link that race one wins, wholly", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { user, dueAt } = await steps.waiting();
      const token = steps.tokenOf(user);
      pauseJob(round);
      const [, cancelled] = await Promise.all([steps.finish(dueAt), steps.cancel(token)]);
      await steps.finish(dueAt);
      const became = [cancelled, await steps.factorsOf(user), await steps.factsOf(user)];
      expect([
        ["ok", 1, []],
        [INVALID, 0, ["MFA_RESET"]],
      ]).toContainEqual(became);
      account.runtime.clock.reset();
    }
  });

  it("MFA-17 of the job and a sign-in with a factor that race one wins: no session stays where the factors are gone", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { user, dueAt } = await steps.waiting();
      account.runtime.clock.advance(Date.parse(dueAt) - account.runtime.clock.now().getTime());
      const challengeToken = await challengeOf(account, user.email);
      const code = user.freshCode();
      pauseJob(round);
      const signIn = outcomeOf(account.call(verifySecondFactor, { challengeToken, code }));
      const [, signedIn] = await Promise.all([steps.finish(dueAt), signIn]);
      await steps.finish(dueAt);
      const factors = await steps.factorsOf(user);
      const open = (await account.rows("sessions", { userId: user.userId, revoked: false })).length > 0;
      expect([signedIn === "ok", factors === 1, open]).toEqual(Array(3).fill(signedIn === "ok"));
      account.runtime.clock.reset();
    }
  });

  it("MFA-17 a failure between two steps of the job loses nothing and does half of nothing: the next run makes it", async () => {
    const { user, dueAt } = await steps.waiting();
    const became = async () => [await steps.isWaiting(user), await steps.factorsOf(user), await steps.factsOf(user)];
    // The job runs by itself as well, so the faults stay armed.
    for (const point of ["account.hold.taken", "account.hold.made"]) {
      account.runtime.faults.arm({ point, mode: "error", times: 1_000 });
      await steps.finish(dueAt);
      expect(await became()).toEqual([true, 1, []]);
      account.runtime.faults.disarm();
    }
    await steps.finish(dueAt);
    expect(await became()).toEqual([false, 0, ["MFA_RESET"]]);
  });

  it("MFA-17 a process that starts while it waits makes it", async () => {
    const { user, dueAt } = await steps.waiting();
    const started = liveDeps(account.runtime);
    account.runtime.clock.advance(Date.parse(dueAt) - account.runtime.clock.now().getTime());
    await finishHolds(started, turns());
    expect([await steps.isWaiting(user), await steps.factorsOf(user)]).toEqual([false, 0]);
  });

  it("MFA-17 a whole batch of changes that fail keeps it from no one", async () => {
    const { user, dueAt } = await steps.waiting();
    await account.runtime.jobs.stop();
    const earlier = new Date(0);
    const failing = Array.from({ length: 20 }, () => ({ _id: `failing:${uuid()}`, userId: uuid(), finishAt: earlier }));
    await heldChanges().insertMany(failing as never);
    const deps = liveDeps(account.runtime);
    const takeDue: typeof deps.heldChanges.takeDue = async (tx, changeId, now) => {
      if (changeId.startsWith("failing:")) throw new Error("fails each time");
      return deps.heldChanges.takeDue(tx, changeId, now);
    };
    account.runtime.clock.advance(Date.parse(dueAt) - account.runtime.clock.now().getTime());
    const due = turns();
    for (let run = 0; run < 2; run += 1) await finishHolds({ ...deps, heldChanges: { ...deps.heldChanges, takeDue } }, due);
    expect(await steps.isWaiting(user)).toBe(false);
    await heldChanges().deleteMany({ finishAt: earlier });
    account.runtime.jobs.start();
  });

  it("MFA-17 an export has its kind and dates and no token, and a purge leaves neither reset nor link", async () => {
    const { user, dueAt } = await steps.waiting();
    const deps = liveDeps(account.runtime);
    const subject = { userId: user.userId, addressHash: null, creatorId: null, bioPageIds: [] };
    const names = ["held_changes", "mail_tokens"];
    const treated = accountPersonalData(deps.database, deps).rows.filter(({ collection }) => names.includes(collection));
    const shown = await Promise.all(treated.map((rows) => rows.show?.(subject, null, 10)));
    expect(shown.flat().flatMap((row) => row?.pieces ?? [])).toEqual([
      { kind: "FACTOR_RESET", askedAt: expect.any(Date), dueAt: new Date(dueAt) },
    ]);
    await deps.transaction(async (tx) => {
      for (const rows of treated) if ("treat" in rows) await rows.treat(tx, subject, 10);
    });
    for (const name of names) expect(await account.rows(name, { userId: user.userId })).toEqual([]);
  });
});
