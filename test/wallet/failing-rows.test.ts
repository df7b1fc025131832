import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { DAY, utcDay } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { turns } from "#libs/platform/jobs/turns.ts";
import { tellStaff } from "#services/messaging/wallet/chargebacks/tell-staff.ts";
import { reviewAnswers } from "#services/messaging/wallet/reviews/review-answers.ts";
import { failingLoads } from "../support/failing-loads.ts";
import { type WalletWorld, walletWorld } from "./wallet-fixture.ts";

let world: WalletWorld;
beforeAll(async () => {
  world = await walletWorld();
  await world.runtime.jobs.stop();
});
afterAll(() => world.stop());

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
const stored = async (collection: string, rows: readonly object[]) => {
  await world.connection.collection(collection).insertMany([...rows]);
};
const minutes = (count: number) => new Date(Date.UTC(2020, 0, 1, 0, count));

describe("rows that fail each time keep no other row waiting", () => {
  it("PMT-16 CNS-14 staff hear of each dispute, also behind more than a batch that nobody can be told of, and of these once they can", async () => {
    const rows = times(51, (index) => ({
      ...{ _id: uuid(), userId: uuid(), topupId: uuid(), source: `sandbox:failing:${index}`, reason: "FRAUD", claimed: 100n },
      ...{
        amount: 100n,
        currency: "EUR",
        status: "OPEN",
        booked: true,
        answerBy: null,
        openedAt: minutes(index),
        closedAt: null,
        untold: true,
      },
    }));
    await stored("chargebacks", rows);
    const failing = new Set(rows.slice(0, 50).map(({ source }) => source));
    const run = jobOf(tellStaff, turns());
    const told = async () => (await world.documents("outbox", { event: "chargeback.reported" })).length;
    await run(failing);
    await run(failing);
    expect(await told()).toBe(1);
    failing.delete("sandbox:failing:0");
    await run(failing);
    expect(await told()).toBe(2);
    for (let time = 0; time < 3; time += 1) await run(new Set());
    expect(await told()).toBe(51);
  });

  it("PYO-09 each answer is looked at, and each review ends, also behind more than a batch of answers that fail", async () => {
    const answer = (index: number) => ({
      ...{ _id: uuid(), messageId: uuid(), fanId: uuid(), creatorId: uuid(), amount: 100n, commissionRate: 0.2, status: "RELEASED" },
      ...{ concealed: false, heldAt: minutes(index), resolvedAt: minutes(index) },
    });
    const review = {
      status: "HELD",
      reasons: ["DEVICE"],
      heldAt: minutes(0),
      dueOn: "2020-01-01",
      decidedBy: null,
      decidedAt: null,
      reason: null,
    };
    const fresh = times(201, (index) => ({ ...answer(index), toReview: true }));
    const held = times(201, (index) => ({ ...answer(index), review, availableOn: utcDay(new Date(minutes(0).getTime() + index * DAY)) }));
    await stored("escrows", [...fresh, ...held]);
    const failing = new Set([...fresh.slice(0, 200), ...held.slice(0, 200)].map(({ messageId }) => messageId));
    const run = jobOf(reviewAnswers, { fresh: turns(), mature: turns() });
    const left = async () => [
      (await world.documents("escrows", { toReview: true })).length,
      (await world.documents("escrows", { "review.status": "HELD" })).length,
    ];
    await run(failing);
    await run(failing);
    expect(await left()).toEqual([200, 200]);
    for (let time = 0; time < 3; time += 1) await run(new Set());
    expect(await left()).toEqual([0, 0]);
  });
});

/** The runs of a job, of which each fails for some documents. */
function jobOf<T>(job: (deps: WalletWorld["deps"], places: T) => Promise<void>, places: T) {
  return (failing: ReadonlySet<string>) => job({ ...world.deps, inTransaction: failingLoads(world.deps.inTransaction, failing) }, places);
}
