import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { EventContract } from "#libs/contract-kit/contract.ts";
import { type CreatorLevel, getMyProfile, setLevel } from "#libs/contracts/creator/index.ts";
import { messageExpired, messageRejected, messageReplied, messageSent } from "#libs/contracts/messaging/index.ts";
import { payoutProcessed } from "#libs/contracts/wallet/payouts.ts";
import { DAY, MINUTE, utcDay } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { CreatorProfileDoc } from "#services/creator/data/creator-profile.model.ts";
import { levelStore } from "#services/creator/data/level.store.ts";
import { actAs, outcomeOf } from "../support/act-as.ts";
import { eventually } from "../support/eventually.ts";
import { ownerOf } from "../support/owner-of.ts";
import { type CreatorFixture, startCreator } from "./fixture.ts";

type Owner = Awaited<ReturnType<CreatorFixture["newCreator"]>>;

const REVIEW = "creator.review-levels";

describe("LVL-01 levels of creators", () => {
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
        source: ownerOf(event),
      });
    }
  };
  const messageOf = ({ userId }: Owner, price: string | null = "5.00") => ({
    ...{ messageId: uuid(), sessionId: uuid(), senderId: uuid(), receiverId: userId, dmType: "SINGLE_PAY", price, currency: "EUR" },
  });
  const publishReplies = (owner: Owner, times: number, price: string | null = "5.00") => {
    const sentAt = new Date(now().getTime() - 9 * MINUTE).toISOString();
    return publish(messageReplied, { ...messageOf(owner, price), replyId: uuid(), creatorName: null, sentAt }, times);
  };
  const publishExpiries = (owner: Owner, times: number, heldBack = false) =>
    publish(messageExpired, { ...messageOf(owner), refunded: true, heldBack, expiredAt: now().toISOString() }, times);
  const publishRejections = (owner: Owner, rejectedBy: string, times = 1) =>
    publish(messageRejected, { ...messageOf(owner), refunded: true, rejectedBy, reason: null }, times);
  const awaitCounts = ({ userId }: Owner, expected: object) =>
    eventually(async () => expect(await world.stored("creator_days", { userId })).toMatchObject([expected]));
  const profile = (owner: Owner) => owner.call(getMyProfile, {});
  const changes = async ({ creatorId }: Owner) =>
    ((await world.events("creator.level_changed", creatorId)) as { from: string; to: string; by: string }[]).map(
      ({ from, to, by }) => `${from}>${to} ${by}`,
    );
  /** Runs the daily review after a number of days. */
  const review = async (days = 1) => {
    world.runtime.clock.advance(days * DAY);
    await world.runtime.jobs.runNow(REVIEW);
  };
  const setLevelOf = (creatorId: string, level: CreatorLevel, pinned?: boolean) =>
    world.admin.call(setLevel, { creatorId, level, ...(pinned === undefined ? {} : { pinned }) });

  it("LVL-01 counts each message event of a creator once, without held-back messages and rejections by others", async () => {
    const owner = await world.newCreator();
    const id = uuid();
    const sent = { ...messageOf(owner), status: "ESCROWED", senderName: null, expiresAt: now().toISOString(), sentAt: now().toISOString() };
    for (let delivery = 0; delivery < 3; delivery++) await publish(messageSent, sent, 1, id);
    await publishReplies(owner, 3);
    await publishReplies(owner, 1, null);
    await publishExpiries(owner, 1);
    await publishExpiries(owner, 5, true);
    await publishRejections(owner, "CREATOR");
    await publishRejections(owner, "MODERATOR", 4);
    await publishRejections(owner, "SYSTEM", 4);
    await awaitCounts(owner, { sent: 1, replied: 4, paidReplied: 3, expired: 1, declined: 1 });
    const [day] = await world.stored("creator_days", { userId: owner.userId });
    expect(Number(day?.expiresAt) - Date.parse(String(day?.day))).toBeGreaterThan(90 * DAY);
    await review();
    const reviewed = await profile(owner);
    expect(reviewed).toMatchObject({ replyRate: 0.6667, level: "BRONZE" });
    expect(reviewed.medianReplySeconds).toBeGreaterThan(300);
    expect(reviewed.medianReplySeconds).toBeLessThanOrEqual(600);
    expect(await changes(owner)).toEqual([]);
  });

  it("LVL-01 counts thirty events that arrive at once, the first of the day among them", async () => {
    const owner = await world.newCreator();
    await Promise.all(Array.from({ length: 30 }, (_, index) => (index % 3 === 0 ? publishExpiries(owner, 1) : publishReplies(owner, 1))));
    await awaitCounts(owner, { replied: 20, paidReplied: 20, expired: 10, replyTimes: { 3: 20 } });
  });

  it("LVL-01 raises the level once at the next review, and leaves updatedAt unchanged when only statistics change", async () => {
    const owner = await world.newCreator();
    await publishReplies(owner, 3);
    await awaitCounts(owner, { paidReplied: 3 });
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

  it("LVL-01 reviews the other creators when the review of one fails", async () => {
    const [broken, owner] = [await world.newCreator(), await world.newCreator()];
    for (const each of [broken, owner]) await publishReplies(each, 2);
    await awaitCounts(owner, { paidReplied: 2 });
    await awaitCounts(broken, { paidReplied: 2 });
    const days = world.runtime.database("creator").connection.collection("creator_days");
    await days.updateOne({ userId: broken.userId }, { $set: { replyTimes: null } });
    await review();
    expect([(await profile(broken)).level, (await profile(owner)).level]).toEqual(["BRONZE", "SILVER"]);
    await days.deleteOne({ userId: broken.userId });
  });

  it("LVL-01 pages through the creators of a review, the longest without one first, and lists none that was reviewed", async () => {
    for (let count = 0; count < 4; count++) await world.newCreator();
    const today = utcDay(now());
    const profiles = world.runtime.database("creator").connection.collection<CreatorProfileDoc>("creator_profiles");
    const [reviewed, ...others] = await profiles.find().toArray();
    if (!reviewed) throw new Error("there is no creator");
    await profiles.updateMany({}, { $set: { reviewedOn: "2026-01-02" } });
    await profiles.updateOne({ _id: others[0]?._id ?? "" }, { $set: { reviewedOn: "2026-01-01" } });
    await profiles.updateOne({ _id: reviewed._id }, { $set: { reviewedOn: today } });
    const levels = levelStore(world.runtime.database("creator"));
    const listed: { _id: string; reviewedOn: string }[] = [];
    for (let page = await levels.listDueForReview(today, undefined, 2); page.length > 0; ) {
      listed.push(...page);
      page = await levels.listDueForReview(today, page.at(-1), 2);
    }
    expect(listed).toEqual([...listed].sort((a, b) => (`${a.reviewedOn} ${a._id}` < `${b.reviewedOn} ${b._id}` ? -1 : 1)));
    expect(listed.map(({ _id }) => _id).sort()).toEqual(others.map(({ _id }) => _id).sort());
    expect(listed[0]?.reviewedOn).toBe("2026-01-01");
  });

  it("LVL-01 raises by several levels at once, lowers by one a month, and counts 90 days", async () => {
    const owner = await world.newCreator();
    await publishReplies(owner, 4);
    await awaitCounts(owner, { paidReplied: 4 });
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

  it("LVL-01 lowers the level of a creator whose reply rate is too low, for any number of paid messages", async () => {
    const owner = await world.newCreator({ level: "SILVER" });
    await publishReplies(owner, 7);
    await publishExpiries(owner, 2);
    await awaitCounts(owner, { paidReplied: 7, expired: 2 });
    await review();
    expect(await profile(owner)).toMatchObject({ level: "BRONZE", replyRate: 0.7778 });
  });

  it("LVL-01 reviews the level after a paid payout, not after a failed one", async () => {
    const [paid, failed] = [await world.newCreator(), await world.newCreator()];
    for (const owner of [paid, failed]) {
      await publishReplies(owner, 2);
      await awaitCounts(owner, { paidReplied: 2 });
      const payout = { payoutId: uuid(), creatorId: owner.creatorId, userId: owner.userId, amount: "5.00", currency: "EUR" };
      await publish(payoutProcessed, { ...payout, status: owner === paid ? "PAID" : "FAILED", reason: null });
    }
    await eventually(async () => expect((await profile(paid)).level).toBe("SILVER"));
    expect((await profile(failed)).level).toBe("BRONZE");
  });

  it("LVL-01 keeps a level that an admin has pinned until it is unpinned", async () => {
    const owner = await world.newCreator();
    await setLevelOf(owner.creatorId, "DIAMOND", true);
    await publishReplies(owner, 2);
    await awaitCounts(owner, { paidReplied: 2 });
    await review(31);
    expect(await profile(owner)).toMatchObject({ level: "DIAMOND", replyRate: 1 });
    // A change without `pinned` leaves the pin as it is.
    await setLevelOf(owner.creatorId, "PLATINUM");
    await review(31);
    expect((await profile(owner)).level).toBe("PLATINUM");
    await setLevelOf(owner.creatorId, "PLATINUM", false);
    await review();
    expect((await profile(owner)).level).toBe("GOLD");
    expect(await changes(owner)).toEqual(["BRONZE>DIAMOND ADMIN", "DIAMOND>PLATINUM ADMIN", "PLATINUM>GOLD RULE"]);
    const lines = await world.stored("audit_log", { target: owner.creatorId, action: "creator.setLevel", actor: world.admin.userId });
    expect(lines).toHaveLength(3);
  });

  it("LVL-01 discards the decision of a review when an admin has pinned or changed the level in between", async () => {
    const { creatorId } = await world.newCreator();
    const database = world.runtime.database("creator");
    const before = (await world.profile(creatorId)) as unknown as CreatorProfileDoc;
    const decided = { level: "GOLD", levelPinned: false, levelLoweredAt: null } as const;
    const change = () => database.transaction((tx) => levelStore(database).update(tx, before, decided, now()));
    await setLevelOf(creatorId, "BRONZE", true);
    expect([await change(), await world.profile(creatorId)]).toMatchObject([false, { level: "BRONZE", levelPinned: true }]);
    await setLevelOf(creatorId, "SILVER", false);
    expect([await change(), await world.profile(creatorId)]).toMatchObject([false, { level: "SILVER", levelPinned: false }]);
  });

  it("LVL-01 changes a level once when two reviews and five admins race", async () => {
    const owner = await world.newCreator();
    await publishReplies(owner, 2);
    await awaitCounts(owner, { paidReplied: 2 });
    world.runtime.clock.advance(DAY);
    world.runtime.clock.stop();
    const decisions = Array.from({ length: 5 }, () => outcomeOf(setLevelOf(owner.creatorId, "SILVER")));
    const outcomes = await Promise.all([...decisions, world.runtime.jobs.runNow(REVIEW), world.runtime.jobs.runNow(REVIEW)]);
    expect(outcomes.slice(0, 5)).toEqual(Array(5).fill("ok"));
    expect(await changes(owner)).toHaveLength(1);
    expect((await profile(owner)).level).toBe("SILVER");
    world.runtime.clock.reset();
  });

  it("LVL-01 refuses a level from an admin without the permission, of an unknown creator, or unknown itself", async () => {
    const { creatorId } = await world.newCreator();
    for (const roles of [[], ["SUPPORT"], ["ANALYST"]]) {
      const admin = actAs(world.broker, world.runtime, { roles });
      expect(await outcomeOf(admin.call(setLevel, { creatorId, level: "GOLD" }))).toBe("error.forbidden");
    }
    expect(await outcomeOf(setLevelOf(uuid(), "GOLD"))).toBe("creator.error.not_found");
    expect(await outcomeOf(world.admin.call(setLevel, { creatorId, level: "RUBY" as CreatorLevel }))).toBe("error.validation_failed");
  });
});
