import type { ServiceBroker } from "moleculer";
import { pino } from "pino";
import { createBroker } from "#libs/broker/create-broker.ts";
import { call } from "#libs/contract-kit/call.ts";
import type { HandlerOf } from "#libs/contract-kit/implement.ts";
import { createSession, issueTrackingToken, recordPageView } from "#libs/contracts/analytics.ts";
import { getMyProfile } from "#libs/contracts/creator.ts";
import type { Env } from "#libs/env/env.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { analyticsService } from "#services/analytics/analytics.service.ts";
import type { AnalyticsPageView } from "#services/analytics/data/analytics-page-view.model.ts";
import type { AnalyticsSession } from "#services/analytics/data/analytics-session.model.ts";
import type { BioPageView } from "#services/analytics/data/bio-page-view.model.ts";
import type { Place } from "#services/analytics/domain/place.ts";
import { type Actor, actAs } from "#test/support/act-as.ts";
import { createTestRuntime, disposeRuntime, type TestRuntime } from "#test/support/runtime.ts";
import { neighbour, standIn } from "#test/support/stand-in.ts";

export const CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";

export type SessionWish = Partial<Parameters<HandlerOf<typeof createSession>>[0]["params"]>;
export type PageViewWish = Partial<Parameters<HandlerOf<typeof recordPageView>>[0]["params"]>;

/** A creator as the creator service knows one. */
export interface Owner extends Actor {
  readonly creatorId: string;
  readonly bioPageId: string;
}

/** A running analytics service with a database of places that a test fills, and a stand-in for the creator service. */
export interface Fixture {
  readonly runtime: TestRuntime;
  readonly broker: ServiceBroker;
  /** Places by address; an Error is thrown. */
  readonly places: Map<string, Place | Error>;
  /** Everything that was logged. */
  readonly log: string[];
  newSession(wish?: SessionWish): ReturnType<HandlerOf<typeof createSession>>;
  /** As {@link newSession}, and it was recorded. */
  sessionId(wish?: SessionWish): Promise<string>;
  view(wish?: PageViewWish): ReturnType<HandlerOf<typeof recordPageView>>;
  token(bioPageId: string): Promise<string>;
  session(id: string | null): Promise<AnalyticsSession>;
  pageView(id: string | null | undefined): Promise<AnalyticsPageView>;
  sessions(filter?: object): Promise<AnalyticsSession[]>;
  pageViews(filter?: object): Promise<AnalyticsPageView[]>;
  bioViews(filter?: object): Promise<BioPageView[]>;
  newOwner(): Owner;
  stop(): Promise<void>;
}

export async function startAnalytics(env: Partial<Env> = {}): Promise<Fixture> {
  const log: string[] = [];
  const runtime = createTestRuntime(env, { logger: pino({ level: "trace" }, { write: (line: string) => void log.push(line) }) });
  const places = new Map<string, Place | Error>();
  const owners = new Map<string, Owner>();
  const geo = { open: async () => undefined, locate: (address: string) => placeFrom(places, address) };
  const creator = neighbour(
    standIn(getMyProfile, async ({ caller }) => {
      const owner = owners.get(caller.userId);
      if (!owner) throw new AppError("creator.error.profile_not_found");
      return profileOf(owner);
    }),
  );
  const broker = createBroker(runtime, [(lent) => analyticsService(lent, geo), creator]);
  await broker.start();
  const database = runtime.database("analytics");
  const rows = <T>(collection: string, filter: object) => database.collection(collection).find(filter).toArray() as unknown as Promise<T[]>;
  const only = <T>(found: T[]): T => {
    const [row] = found;
    if (!row || found.length > 1) throw new Error(`${found.length} rows`);
    return row;
  };
  const fixture: Fixture = {
    runtime,
    broker,
    places,
    log,
    newSession: (wish = {}) => call(broker, createSession, { ...visit(), ...wish }),
    async sessionId(wish) {
      const { id } = await fixture.newSession(wish);
      if (id === null) throw new Error("the session was not recorded");
      return id;
    },
    view: (wish = {}) =>
      call(broker, recordPageView, { sessionId: uuid(), url: "https://a.test/x", path: "/x", userAgent: CHROME, ...wish }),
    token: async (bioPageId) => (await call(broker, issueTrackingToken, { bioPageId })).token,
    sessions: (filter = {}) => rows("analytics_sessions", filter),
    pageViews: (filter = {}) => rows("analytics_page_views", filter),
    bioViews: (filter = {}) => rows("bio_page_views", filter),
    session: async (id) => only(await rows<AnalyticsSession>("analytics_sessions", { _id: id })),
    pageView: async (id) => only(await rows<AnalyticsPageView>("analytics_page_views", { _id: id })),
    newOwner() {
      const owner = { ...actAs(broker, runtime), creatorId: uuid(), bioPageId: uuid() };
      owners.set(owner.userId, owner);
      return owner;
    },
    async stop() {
      await broker.stop();
      await disposeRuntime(runtime, ["analytics"]);
    },
  };
  return fixture;
}

function placeFrom(places: ReadonlyMap<string, Place | Error>, address: string): Place | null {
  const place = places.get(address) ?? null;
  if (place instanceof Error) throw place;
  return place;
}

/** A visit that is recorded. */
export function visit(): { visitorId: string; landingPage: string; consentAnalytics: string; userAgent: string } {
  return { visitorId: uuid(), landingPage: "https://a.test/landing", consentAnalytics: "granted", userAgent: CHROME };
}

function profileOf({ userId, creatorId, bioPageId }: Owner) {
  const at = "2030-01-01T00:00:00.000Z";
  return {
    id: creatorId,
    userId,
    bioPageId,
    level: "BRONZE" as const,
    kycStatus: "NOT_STARTED" as const,
    creatorStatus: "ACTIVE" as const,
    vacationMode: false,
    vacationStart: null,
    vacationEnd: null,
    dmActive: true,
    dmType: "FREE" as const,
    price: null,
    currency: "EUR",
    headline: null,
    contentCategories: [],
    minTimeoutHours: null,
    maxTimeoutHours: null,
    autoReplyText: null,
    replyRate: null,
    medianReplySeconds: null,
    acceptedDmSince: at,
    totalFollowers: 0,
    totalMessages: 0,
    avgRating: 0,
    bioPageUrl: "https://a.test/c",
    username: "c",
    createdAt: at,
    updatedAt: at,
  };
}
