import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { call } from "#libs/contract-kit/call.ts";
import { identifySession, optOut, trackBioView } from "#libs/contracts/analytics/index.ts";
import { allContracts } from "#libs/contracts/index.ts";
import { eraseUser } from "#libs/contracts/personal-data.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { PaidMessageDoc } from "#services/analytics/data/paid-message.store.ts";
import { actAs } from "../support/act-as.ts";
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

const newUser = () => actAs(analytics.broker, analytics.runtime);

describe("ANX-02 POST /analytics/identify", () => {
  it("links a session to the caller, also when it is repeated", async () => {
    const user = newUser();
    const sessionId = await analytics.sessionId();
    expect(await user.call(identifySession, { sessionId })).toEqual({ ok: true, linked: true });
    expect(await user.call(identifySession, { sessionId })).toEqual({ ok: true, linked: true });
    expect((await analytics.session(sessionId)).userId).toBe(user.userId);
  });

  it("links a session to one user only when several race", async () => {
    const sessionId = await analytics.sessionId();
    const users = Array.from({ length: 8 }, newUser);
    const answers = await Promise.all(users.map((user) => user.call(identifySession, { sessionId })));
    expect(answers.filter(({ linked }) => linked)).toHaveLength(1);
    expect((await analytics.session(sessionId)).userId).toBe(users[answers.findIndex(({ linked }) => linked)]?.userId);
  });

  it("links neither an unknown session nor one after an opt-out, which also unlinks the session", async () => {
    const user = newUser();
    expect(await user.call(identifySession, { sessionId: uuid() })).toEqual({ ok: true, linked: false });
    const visitorId = uuid();
    const sessionId = await analytics.sessionId({ visitorId });
    await user.call(identifySession, { sessionId });
    await call(analytics.broker, optOut, { visitorId });
    expect((await analytics.session(sessionId)).userId).toBeUndefined();
    expect(await user.call(identifySession, { sessionId })).toEqual({ ok: true, linked: false });
  });

  it("refuses a caller who is not signed in", async () => {
    await expect(call(analytics.broker, identifySession, { sessionId: uuid() })).rejects.toMatchObject({ key: "error.unauthorized" });
  });
});

describe("GDP-14 the erasure of a user", () => {
  const erase = ({ userId, creatorId, bioPageId }: Owner) =>
    call(analytics.broker, eraseUser.analytics, { userId, creatorId, bioPageIds: [bioPageId] });

  const paidMessages = () => analytics.runtime.database("analytics").connection.collection<PaidMessageDoc>("paid_messages");

  async function recordVisits({ userId, creatorId, bioPageId }: Owner) {
    const fields = { bioPageId, trackingToken: await analytics.token(bioPageId) };
    const onPage = await analytics.sessionId(fields);
    const ofCreator = await analytics.sessionId({ creatorId });
    for (const sessionId of [onPage, ofCreator]) await analytics.view({ sessionId });
    await analytics.view({ bioPageId });
    await call(analytics.broker, trackBioView, { bioPageId });
    await paidMessages().insertOne({ _id: uuid(), creatorUserId: userId, sentAt: analytics.runtime.clock.now() });
  }

  it("deletes the rows of the creator and the page, unlinks the user's own visits, keeps all other rows, and can be repeated", async () => {
    const [leaver, stayer] = [analytics.newOwner(), analytics.newOwner()];
    await recordVisits(leaver);
    await recordVisits(stayer);
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

  it("unlinks the visits of a user who is not a creator and deletes nothing", async () => {
    const user = newUser();
    const sessionId = await analytics.sessionId();
    await user.call(identifySession, { sessionId });
    const receipt = { done: true, erased: {}, anonymised: { analytics_sessions: 1 }, retained: {} };
    expect(await call(analytics.broker, eraseUser.analytics, { userId: user.userId })).toEqual(receipt);
    expect((await analytics.session(sessionId)).userId).toBeUndefined();
  });

  it("has no public route", () => {
    expect(allContracts.find(({ name }) => name === eraseUser.analytics.name)?.http).toBeUndefined();
  });
});

describe("the retention", () => {
  it("deletes the rows that are older and keeps the others", async () => {
    const { clock, jobs } = analytics.runtime;
    const utmTerm = uuid();
    const bioPageId = uuid();
    const sessions: string[] = [];
    const paid = analytics.runtime.database("analytics").connection.collection<PaidMessageDoc>("paid_messages");
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
