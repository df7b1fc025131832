import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { EventContract } from "#libs/contract-kit/contract.ts";
import { type CreatorLevel, getMyProfile } from "#libs/contracts/creator.ts";
import { setLevel } from "#libs/contracts/creator-level.ts";
import { messageExpired, messageRejected, messageReplied, messageSent } from "#libs/contracts/messaging.ts";
import { payoutProcessed } from "#libs/contracts/payouts.ts";
import { DAY, MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { transactionOn } from "#libs/mongo/transaction.ts";
import type { CreatorProfile } from "#services/creator/data/creator-profile.model.ts";
import { levelStore } from "#services/creator/data/level.store.ts";
import { actAs, outcomeOf } from "#test/support/act-as.ts";
import { eventually } from "#test/support/eventually.ts";
import { type CreatorFixture, startCreator } from "./fixture.ts";

type Owner = Awaited<ReturnType<CreatorFixture["aCreator"]>>;

const REVIEW = "creator.review-levels";

describe("LVL-01 the level of a creator", () => {
  let world: CreatorFixture;

  beforeAll(async () => {
    world = await startCreator();
    world.setConfig({ "creator.level_silver_min_messages": 2, "creator.level_gold_min_messages": 4 });
  });
  afterAll(() => world.stop());

  const now = () => world.runtime.clock.now();
  const publish = async (event: EventContract, payload: object, times = 1, id = uuid()) => {
    for (let time = 0; time < times; time++) {
      await world.runtime.stream.publish({
        id: `${id}-${time}`,
        event: event.name,
        at: now().toISOString(),
        payload,
        requestId: null,
        source: "messaging",
      });
    }
  };
  const facts = ({ userId }: Owner, price: string | null = "5.00") => ({
    ...{ messageId: uuid(), sessionId: uuid(), senderId: uuid(), receiverId: userId, dmType: "SINGLE_PAY", price, currency: "EUR" },
  });
  const answered = (owner: Owner, times: number, price: string | null = "5.00") => {
    const sentAt = new Date(now().getTime() - 9 * MINUTE).toISOString();
    return publish(messageReplied, { ...facts(owner, price), replyId: uuid(), creatorName: null, sentAt }, times);
  };
  const expired = (owner: Owner, times: number, heldBack = false) =>
    publish(messageExpired, { ...facts(owner), refunded: true, heldBack, expiredAt: now().toISOString() }, times);
  const declined = (owner: Owner, rejectedBy: string, times = 1) =>
    publish(messageRejected, { ...facts(owner), refunded: true, rejectedBy, reason: null }, times);
  const counted = ({ userId }: Owner, expected: object) =>
    eventually(async () => expect(await world.stored("creator_days", { userId })).toMatchObject([expected]));
  const profile = (owner: Owner) => owner.call(getMyProfile, {});
  const changes = async ({ creatorId }: Owner) =>
    ((await world.events("creator.level_changed", creatorId)) as { from: string; to: string; by: string }[]).map(
      ({ from, to, by }) => `${from}>${to} ${by}`,
    );
  /** Nights pass, each with a review. */
  const review = async (days = 1) => {
    world.runtime.clock.advance(days * DAY);
    await world.runtime.jobs.runNow(REVIEW);
  };
  const set = (creatorId: string, level: CreatorLevel, pinned?: boolean) =>
    world.admin.call(setLevel, { creatorId, level, ...(pinned === undefined ? {} : { pinned }) });

  it("LVL-01 counts what happened to the messages of a creator, each fact once", async () => {
    const owner = await world.aCreator();
    const id = uuid();
    const sent = { ...facts(owner), status: "ESCROWED", senderName: null, expiresAt: now().toISOString(), sentAt: now().toISOString() };
    for (let delivery = 0; delivery < 3; delivery++) await publish(messageSent, sent, 1, id);
    await answered(owner, 3);
    await answered(owner, 1, null);
    await expired(owner, 1);
    await expired(owner, 5, true);
    await declined(owner, "CREATOR");
    await declined(owner, "MODERATOR", 4);
    await declined(owner, "SYSTEM", 4);
    await counted(owner, { sent: 1, replied: 4, paidReplied: 3, expired: 1, declined: 1 });
    const [day] = await world.stored("creator_days", { userId: owner.userId });
    expect(Number(day?.expiresAt) - Date.parse(String(day?.day))).toBeGreaterThan(90 * DAY);
    await review();
    const reviewed = await profile(owner);
    expect(reviewed).toMatchObject({ replyRate: 0.6667, level: "BRONZE" });
    expect(reviewed.medianReplySeconds).toBeGreaterThan(300);
    expect(reviewed.medianReplySeconds).toBeLessThanOrEqual(600);
    expect(await changes(owner)).toEqual([]);
  });

  it("LVL-01 counts thirty facts that arrive at once, the first of their day among them", async () => {
    const owner = await world.aCreator();
    await Promise.all(Array.from({ length: 30 }, (_, index) => (index % 3 === 0 ? expired(owner, 1) : answered(owner, 1))));
    await counted(owner, { replied: 20, paidReplied: 20, expired: 10, replyTimes: { 3: 20 } });
  });

  it("LVL-01 rises at the next review, once, and the statistics do not make the profile look newer", async () => {
    const owner = await world.aCreator();
    await answered(owner, 3);
    await counted(owner, { paidReplied: 3 });
    await world.runtime.jobs.runNow(REVIEW);
    expect((await profile(owner)).level).toBe("BRONZE");
    await review();
    const silver = await profile(owner);
    expect(silver).toMatchObject({ level: "SILVER", replyRate: 1 });
    expect(await changes(owner)).toEqual(["BRONZE>SILVER RULE"]);
    await review();
    expect(await profile(owner)).toEqual(silver);
    const lines = await world.stored("audit_log", { target: owner.creatorId, action: "creator.setLevel" });
    expect(lines).toMatchObject([{ actor: "system", details: { from: "BRONZE", to: "SILVER", pinned: false, by: "RULE" } }]);
  });

  it("LVL-01 a creator who cannot be reviewed does not keep the others from it", async () => {
    const [broken, owner] = [await world.aCreator(), await world.aCreator()];
    for (const each of [broken, owner]) await answered(each, 2);
    await counted(owner, { paidReplied: 2 });
    await counted(broken, { paidReplied: 2 });
    const days = world.runtime.database("creator").collection("creator_days");
    await days.updateOne({ userId: broken.userId }, { $set: { replyTimes: null } });
    await review();
    expect([(await profile(broken)).level, (await profile(owner)).level]).toEqual(["BRONZE", "SILVER"]);
    await days.deleteOne({ userId: broken.userId });
  });

  it("LVL-01 rises over several levels at once, sinks by one a month, and looks back 90 days", async () => {
    const owner = await world.aCreator();
    await answered(owner, 4);
    await counted(owner, { paidReplied: 4 });
    await review();
    expect((await profile(owner)).level).toBe("GOLD");
    await review(88);
    expect((await profile(owner)).level).toBe("GOLD");
    await review(1);
    expect(await profile(owner)).toMatchObject({ level: "SILVER", replyRate: null, medianReplySeconds: null });
    await review(29);
    expect((await profile(owner)).level).toBe("SILVER");
    await review(1);
    expect((await profile(owner)).level).toBe("BRONZE");
    expect(await changes(owner)).toEqual(["BRONZE>GOLD RULE", "GOLD>SILVER RULE", "SILVER>BRONZE RULE"]);
  });

  it("LVL-01 who answers too little sinks, however many paid messages there were", async () => {
    const owner = await world.aCreator({ level: "SILVER" });
    await answered(owner, 7);
    await expired(owner, 2);
    await counted(owner, { paidReplied: 7, expired: 2 });
    await review();
    expect(await profile(owner)).toMatchObject({ level: "BRONZE", replyRate: 0.7778 });
  });

  it("LVL-01 a payout that was paid is an occasion for a review, a failed one is not", async () => {
    const [paid, failed] = [await world.aCreator(), await world.aCreator()];
    for (const owner of [paid, failed]) {
      await answered(owner, 2);
      await counted(owner, { paidReplied: 2 });
      const payout = { payoutId: uuid(), creatorId: owner.creatorId, userId: owner.userId, amount: "5.00", currency: "EUR" };
      await publish(payoutProcessed, { ...payout, status: owner === paid ? "PAID" : "FAILED", reason: null });
    }
    await eventually(async () => expect((await profile(paid)).level).toBe("SILVER"));
    expect((await profile(failed)).level).toBe("BRONZE");
  });

  it("LVL-01 an admin sets and pins; a pinned level is left alone until it is let go", async () => {
    const owner = await world.aCreator();
    await set(owner.creatorId, "DIAMOND", true);
    await answered(owner, 2);
    await counted(owner, { paidReplied: 2 });
    await review(31);
    expect(await profile(owner)).toMatchObject({ level: "DIAMOND", replyRate: 1 });
    // Absent: the pin stays.
    await set(owner.creatorId, "PLATINUM");
    await review(31);
    expect((await profile(owner)).level).toBe("PLATINUM");
    await set(owner.creatorId, "PLATINUM", false);
    await review();
    expect((await profile(owner)).level).toBe("GOLD");
    expect(await changes(owner)).toEqual(["BRONZE>DIAMOND ADMIN", "DIAMOND>PLATINUM ADMIN", "PLATINUM>GOLD RULE"]);
    const lines = await world.stored("audit_log", { target: owner.creatorId, action: "creator.setLevel", actor: world.admin.userId });
    expect(lines).toHaveLength(3);
  });

  it("LVL-01 what a review has decided before an admin pins the level, or sets another one, is nothing any more", async () => {
    const { creatorId } = await world.aCreator();
    const connection = world.runtime.database("creator");
    const before = (await world.profile(creatorId)) as unknown as CreatorProfile;
    const decided = { level: "GOLD", levelPinned: false, levelLoweredAt: null } as const;
    const change = () => transactionOn(connection)((tx) => levelStore(connection).change(tx, before, decided, now()));
    await set(creatorId, "BRONZE", true);
    expect([await change(), await world.profile(creatorId)]).toMatchObject([false, { level: "BRONZE", levelPinned: true }]);
    await set(creatorId, "SILVER", false);
    expect([await change(), await world.profile(creatorId)]).toMatchObject([false, { level: "SILVER", levelPinned: false }]);
  });

  it("LVL-01 a review that runs twice at once changes a level once", async () => {
    const owner = await world.aCreator();
    await answered(owner, 2);
    await counted(owner, { paidReplied: 2 });
    world.runtime.clock.advance(DAY);
    world.runtime.clock.stop();
    const admin = Array.from({ length: 5 }, () => outcomeOf(set(owner.creatorId, "SILVER")));
    const outcomes = await Promise.all([...admin, world.runtime.jobs.runNow(REVIEW), world.runtime.jobs.runNow(REVIEW)]);
    expect(outcomes.slice(0, 5)).toEqual(Array(5).fill("ok"));
    expect(await changes(owner)).toHaveLength(1);
    expect((await profile(owner)).level).toBe("SILVER");
    world.runtime.clock.reset();
  });

  it("LVL-01 only staff with the right sets levels, of creators that exist", async () => {
    const { creatorId } = await world.aCreator();
    for (const roles of [[], ["SUPPORT"], ["ANALYST"]]) {
      const somebody = actAs(world.broker, world.runtime, { roles });
      expect(await outcomeOf(somebody.call(setLevel, { creatorId, level: "GOLD" }))).toBe("error.forbidden");
    }
    expect(await outcomeOf(set(uuid(), "GOLD"))).toBe("creator.error.not_found");
    expect(await outcomeOf(world.admin.call(setLevel, { creatorId, level: "RUBY" as CreatorLevel }))).toBe("error.validation_failed");
  });
});
