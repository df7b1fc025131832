import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import type { EventContract } from "#libs/contract-kit/contract.ts";
import { discoverCategory, discoverCreators, getPublicBio, updateDmSettings, updateMyProfile } from "#libs/contracts/creator/index.ts";
import { messageExpired, messageRejected, messageReplied } from "#libs/contracts/messaging/index.ts";
import { DAY, HOUR, MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { answersOf, type MessageCounts, replyTimeClass } from "#services/creator/domain/statistics.ts";
import { eventually } from "../support/eventually.ts";
import { ownerOf } from "../support/owner-of.ts";
import { newPlatform, verifiedAccount } from "./discovery-fixture.ts";
import { type CreatorFixture, startCreator } from "./fixture.ts";

const HOURS = [1, 2, 3, 4, 6, 8, 12, 18, 24, 36, 48, 72, 120, 168, 336, 720];
const NO_COUNTS: MessageCounts = { sent: 0, replied: 0, paidReplied: 0, expired: 0, declined: 0, replyTimes: {} };
const answered = (seconds: number): MessageCounts => ({ ...NO_COUNTS, replied: 1, replyTimes: { [replyTimeClass(seconds)]: 1 } });

describe("the figure on answers", () => {
  it("CRW-18 is the shortest time that holds nine of ten answers, and the share of the ended messages answered within it", () => {
    const times = fc.array(fc.integer({ min: 1, max: 720 * 3_600 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(times, fc.nat(20), fc.nat(20), (seconds, expired, declined) => {
        const days = [...seconds.map(answered), { ...NO_COUNTS, expired, declined }];
        const within = (hours: number) => seconds.filter((each) => each <= hours * 3_600).length;
        const withinHours = HOURS.find((hours) => within(hours) * 10 >= seconds.length * 9) ?? 0;
        const percent = Math.floor((100 * within(withinHours)) / (seconds.length + expired + declined));
        expect(answersOf(days, 1)).toEqual({ percent, withinHours });
      }),
    );
  });

  it("CRW-18 says 0 % of a creator who answered none, and the longest time where no time holds nine of ten", () => {
    expect(answersOf([{ ...NO_COUNTS, expired: 9 }], 5)).toEqual({ percent: 0, withinHours: 1 });
    expect(answersOf([answered(60), answered(721 * 3_600)], 1)).toEqual({ percent: 50, withinHours: 720 });
    expect(answersOf([], 1)).toBeNull();
  });
});

describe("a creator whose messages have ended", () => {
  let world: CreatorFixture;
  beforeAll(async () => {
    world = await startCreator();
  });
  afterAll(() => world.stop());

  type Owner = Awaited<ReturnType<CreatorFixture["newCreator"]>>;
  const now = () => world.runtime.clock.now();
  const publish = async (event: EventContract, payload: object, times: number) => {
    const at = now().toISOString();
    const envelope = { event: event.name, at, payload, requestId: null, source: ownerOf(event) };
    for (let time = 0; time < times; time++) await world.runtime.stream.publish({ id: uuid(), ...envelope });
  };
  const messageOf = ({ userId }: Owner) => ({
    ...{ messageId: uuid(), sessionId: uuid(), senderId: uuid(), receiverId: userId, dmType: "SINGLE_PAY", price: "5.00", currency: "EUR" },
  });
  const reply = (owner: Owner, times: number) => {
    const sentAt = new Date(now().getTime() - 30 * MINUTE).toISOString();
    return publish(messageReplied, { ...messageOf(owner), replyId: uuid(), creatorName: null, sentAt }, times);
  };
  const decline = (owner: Owner) =>
    publish(messageRejected, { ...messageOf(owner), refunded: true, rejectedBy: "CREATOR", reason: null }, 1);
  const expireHeldBack = (owner: Owner) =>
    publish(messageExpired, { ...messageOf(owner), refunded: true, heldBack: true, expiredAt: now().toISOString() }, 3);
  const review = async (owner: Owner, counts: object) => {
    await eventually(async () => expect(await world.stored("creator_days", { userId: owner.userId })).toMatchObject([counts]));
    world.runtime.clock.advance(DAY);
    await world.runtime.jobs.runNow("creator.review-levels");
  };
  const bioOf = ({ username }: Owner) => world.admin.call(getPublicBio, { username });

  it("CRW-18 has nine answers of ten within an hour on the page and on both cards, with price and headline", async () => {
    const owner = await world.newCreator();
    const { creatorId } = owner;
    await owner.call(updateDmSettings, { creatorId, dmType: "SINGLE_PAY", price: "5.00" });
    await owner.call(updateMyProfile, { headline: "Bread" });
    await reply(owner, 9);
    await decline(owner);
    await expireHeldBack(owner);
    await review(owner, { replied: 9, declined: 1, expired: 0 });
    const answers = { percent: 90, withinHours: 1 };
    const bio = await bioOf(owner);
    expect(bio).toMatchObject({ answers, replyRate: 0.9 });
    expect(bio.medianReplySeconds).toBeLessThanOrEqual(HOUR / 1_000);
    const platform = newPlatform();
    const accounts = world.runtime.database("creator").connection.collection<{ _id: string }>("social_accounts");
    await accounts.insertOne(verifiedAccount(creatorId, platform, now()));
    const facts = { headline: "Bread", answers, dmType: "SINGLE_PAY", price: "5.00", currency: "EUR", templateId: null };
    const { results } = await world.admin.call(discoverCategory, { platform, include: "facts" });
    expect(results.map((card) => card.facts)).toEqual([facts]);
    const popular = await world.admin.call(discoverCreators, { include: "facts" });
    expect(popular.results.find(({ id }) => id === creatorId)?.facts).toEqual(facts);
    const plain = await world.admin.call(discoverCreators, {});
    expect(plain.results.filter((card) => "facts" in card)).toEqual([]);
  });

  it("CRW-18 has no figure of four ended messages, and one when the setting asks for four", async () => {
    const owner = await world.newCreator();
    const none = { answers: null, replyRate: null, medianReplySeconds: null };
    expect(await bioOf(owner)).toMatchObject(none);
    await reply(owner, 4);
    await review(owner, { replied: 4 });
    expect(await bioOf(owner)).toMatchObject(none);
    world.setConfig({ "creator.response_facts_min_messages": 4 });
    world.runtime.clock.advance(DAY);
    await world.runtime.jobs.runNow("creator.review-levels");
    expect(await bioOf(owner)).toMatchObject({ answers: { percent: 100, withinHours: 1 }, replyRate: 1 });
  });

  it("CRW-18 has no figure on the page of a creator whose profile is older than the figure", async () => {
    const owner = await world.newCreator({ replyRate: 0.5, medianReplySeconds: 60 });
    const profiles = world.runtime.database("creator").connection.collection<{ _id: string }>("creator_profiles");
    await profiles.updateOne({ _id: owner.creatorId }, { $unset: { answers: "" } });
    expect(await bioOf(owner)).toMatchObject({ answers: null, replyRate: null, medianReplySeconds: null });
  });
});
