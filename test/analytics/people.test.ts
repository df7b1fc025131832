import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { call } from "#libs/contract-kit/call.ts";
import { createSession, identifySession, optOut, recordPageView, trackBioView } from "#libs/contracts/analytics.ts";
import { allContracts } from "#libs/contracts/index.ts";
import { eraseUser } from "#libs/contracts/personal-data.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { PaidMessage } from "#services/analytics/data/paid-message.model.ts";
import { actAs } from "#test/support/act-as.ts";
import { within } from "#test/support/within.ts";
import { type Fixture, type Owner, startAnalytics } from "./fixture.ts";

let analytics: Fixture;
beforeAll(async () => {
  analytics = await startAnalytics();
});
afterAll(() => analytics.stop());
afterEach(() => {
  analytics.runtime.clock.reset();
  analytics.runtime.faults.disarm();
});

const somebody = () => actAs(analytics.broker, analytics.runtime);

describe("ANX-02 POST /analytics/identify", () => {
  it("links a session to the caller, and again to the same one", async () => {
    const user = somebody();
    const sessionId = await analytics.sessionId();
    expect(await user.call(identifySession, { sessionId })).toEqual({ ok: true, linked: true });
    expect(await user.call(identifySession, { sessionId })).toEqual({ ok: true, linked: true });
    expect((await analytics.session(sessionId)).userId).toBe(user.userId);
  });

  it("of two users who want a session at once one gets it, for good", async () => {
    const sessionId = await analytics.sessionId();
    const users = Array.from({ length: 8 }, somebody);
    const answers = await Promise.all(users.map((user) => user.call(identifySession, { sessionId })));
    expect(answers.filter(({ linked }) => linked)).toHaveLength(1);
    expect((await analytics.session(sessionId)).userId).toBe(users[answers.findIndex(({ linked }) => linked)]?.userId);
  });

  it("links nothing without consent: not what does not exist, not after an opt-out, which unlinks what was linked", async () => {
    const user = somebody();
    expect(await user.call(identifySession, { sessionId: uuid() })).toEqual({ ok: true, linked: false });
    const visitorId = uuid();
    const sessionId = await analytics.sessionId({ visitorId });
    await user.call(identifySession, { sessionId });
    await call(analytics.broker, optOut, { visitorId });
    expect((await analytics.session(sessionId)).userId).toBeUndefined();
    expect(await user.call(identifySession, { sessionId })).toEqual({ ok: true, linked: false });
  });

  it("needs a signed-in user", async () => {
    await expect(call(analytics.broker, identifySession, { sessionId: uuid() })).rejects.toMatchObject({ key: "error.unauthorized" });
  });
});

describe("GDP-14 the erasure of a user", () => {
  const erase = ({ userId, creatorId, bioPageId }: Owner) =>
    call(analytics.broker, eraseUser.analytics, { userId, creatorId, bioPageIds: [bioPageId] });

  const paidMessages = () => analytics.runtime.database("analytics").collection<PaidMessage>("paid_messages");

  async function visited({ userId, creatorId, bioPageId }: Owner) {
    const wish = { bioPageId, trackingToken: await analytics.token(bioPageId) };
    const onPage = await analytics.sessionId(wish);
    const ofCreator = await analytics.sessionId({ creatorId });
    for (const sessionId of [onPage, ofCreator]) await analytics.view({ sessionId });
    await analytics.view({ bioPageId });
    await call(analytics.broker, trackBioView, { bioPageId });
    await paidMessages().insertOne({ _id: uuid(), creatorUserId: userId, sentAt: analytics.runtime.clock.now() });
  }

  it("deletes what is linked to the creator and the page, unlinks the user's visits, leaves all others, and can be repeated", async () => {
    const [leaver, stayer] = [analytics.newOwner(), analytics.newOwner()];
    await visited(leaver);
    await visited(stayer);
    const visit = await analytics.sessionId();
    await leaver.call(identifySession, { sessionId: visit });
    const before = (await analytics.pageViews()).length;

    const receipt = {
      done: true,
      erased: { analytics_sessions: 2, analytics_page_views: 3, bio_page_views: 1, paid_messages: 1 },
      anonymised: { analytics_sessions: 1 },
      retained: {},
    };
    expect(await erase(leaver)).toEqual(receipt);
    expect(await erase(leaver)).toEqual(receipt);

    const { creatorId, bioPageId, userId } = leaver;
    expect(await analytics.sessions({ $or: [{ creatorId }, { bioPageId }, { userId }] })).toHaveLength(0);
    expect(await analytics.pageViews({ bioPageId })).toHaveLength(0);
    expect(await analytics.bioViews({ bioPageId })).toHaveLength(0);
    expect((await analytics.session(visit)).userId).toBeUndefined();
    expect((await analytics.pageViews()).length).toBe(before - 3);
    expect(await analytics.sessions({ $or: [{ creatorId: stayer.creatorId }, { bioPageId: stayer.bioPageId }] })).toHaveLength(2);
    expect(await analytics.bioViews({ bioPageId: stayer.bioPageId })).toHaveLength(1);
    const left = await paidMessages()
      .find({ creatorUserId: { $in: [leaver.userId, stayer.userId] } })
      .toArray();
    expect(left).toMatchObject([{ creatorUserId: stayer.userId }]);
  });

  it("a user who was no creator has visits to unlink, and no more", async () => {
    const user = somebody();
    const sessionId = await analytics.sessionId();
    await user.call(identifySession, { sessionId });
    const receipt = { done: true, erased: {}, anonymised: { analytics_sessions: 1 }, retained: {} };
    expect(await call(analytics.broker, eraseUser.analytics, { userId: user.userId })).toEqual(receipt);
    expect((await analytics.session(sessionId)).userId).toBeUndefined();
  });

  it("is not for the outside", () => {
    expect(allContracts.find(({ name }) => name === eraseUser.analytics.name)?.http).toBeUndefined();
  });
});

describe("the retention", () => {
  it("removes what is older, and nothing else", async () => {
    const { clock, jobs } = analytics.runtime;
    const utmTerm = uuid();
    const bioPageId = uuid();
    const sessions: string[] = [];
    const paid = analytics.runtime.database("analytics").collection<PaidMessage>("paid_messages");
    const creatorUserId = uuid();
    for (const daysAgo of [401, 399]) {
      clock.reset();
      clock.advance(-daysAgo * DAY);
      await paid.insertOne({ _id: `${daysAgo} ${creatorUserId}`, creatorUserId, sentAt: clock.now() });
      sessions.push(await analytics.sessionId({ utmTerm }));
      await analytics.view({ bioPageId });
      await call(analytics.broker, trackBioView, { bioPageId });
    }
    clock.reset();
    await jobs.runNow("analytics.forget-old-rows");
    expect((await analytics.sessions({ utmTerm })).map(({ _id }) => _id)).toEqual([sessions[1]]);
    expect(await analytics.pageViews({ bioPageId })).toHaveLength(1);
    expect(await analytics.bioViews({ bioPageId })).toHaveLength(1);
    expect((await paid.find({ creatorUserId }).toArray()).map(({ _id }) => _id)).toEqual([`399 ${creatorUserId}`]);
  });
});

describe("a store that is away", () => {
  it("ANS-25 ANP-05 BIO-13 the service starts and tracking answers as if nothing had happened, within two seconds", async () => {
    const lonely = await startAnalytics({ analyticsMongoUrl: "mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=200" });
    const tracked = [lonely.newSession(), lonely.view(), call(lonely.broker, trackBioView, { bioPageId: uuid() })];
    expect(await within(2_000, Promise.all<unknown>(tracked))).toEqual([{ id: null }, { id: null }, { tracked: true }]);
    expect(await lonely.runtime.metrics.render()).toContain('tracking_dropped_total{reason="store"} 1');
    await lonely.broker.stop();
    await lonely.runtime.close();
  });

  it("the limits of the specification are those of the routes, by address", () => {
    expect([createSession, recordPageView, trackBioView].map(({ http }) => http?.limit)).toEqual([
      "analytics_session",
      "analytics_pageview",
      "bio_view",
    ]);
  });
});
