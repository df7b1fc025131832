import type { ServiceBroker } from "moleculer";
import { pino } from "pino";
import { call } from "#libs/contract-kit/call.ts";
import type { HandlerOf } from "#libs/contract-kit/implement.ts";
import { createSession, issueTrackingToken, recordPageView } from "#libs/contracts/analytics/index.ts";
import { getMyProfile } from "#libs/contracts/creator/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { createBroker } from "#libs/platform/broker/create-broker.ts";
import type { Env } from "#libs/platform/env/env.ts";
import { analyticsService } from "#services/analytics/analytics.service.ts";
import type { AnalyticsPageViewDoc } from "#services/analytics/data/analytics-page-view.model.ts";
import type { AnalyticsSessionDoc } from "#services/analytics/data/analytics-session.model.ts";
import type { BioPageViewDoc } from "#services/analytics/data/bio-page-view.store.ts";
import type { GeoLocation } from "#services/analytics/domain/geo-location.ts";
import { type Actor, actAs } from "../support/act-as.ts";
import { createTestRuntime, disposeRuntime, type TestRuntime } from "../support/runtime.ts";
import { actionStub, stubService } from "../support/stub-service.ts";

export const CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";

export type SessionFields = Partial<Parameters<HandlerOf<typeof createSession>>[0]["params"]>;
export type PageViewFields = Partial<Parameters<HandlerOf<typeof recordPageView>>[0]["params"]>;

/** A creator with a bio page. */
export interface Owner extends Actor {
  readonly creatorId: string;
  readonly bioPageId: string;
}

/** A running analytics service with a GeoIP lookup that a test fills, and a stub of the creator service. */
export interface Fixture {
  readonly runtime: TestRuntime;
  readonly broker: ServiceBroker;
  /** Locations by IP address; an Error is thrown. */
  readonly locations: Map<string, GeoLocation | Error>;
  /** All log lines. */
  readonly log: string[];
  newSession(fields?: SessionFields): ReturnType<HandlerOf<typeof createSession>>;
  /** Creates a session and returns its id; throws when the session was not recorded. */
  sessionId(fields?: SessionFields): Promise<string>;
  view(fields?: PageViewFields): ReturnType<HandlerOf<typeof recordPageView>>;
  token(bioPageId: string): Promise<string>;
  session(id: string | null): Promise<AnalyticsSessionDoc>;
  pageView(id: string | null | undefined): Promise<AnalyticsPageViewDoc>;
  sessions(filter?: object): Promise<AnalyticsSessionDoc[]>;
  pageViews(filter?: object): Promise<AnalyticsPageViewDoc[]>;
  bioViews(filter?: object): Promise<BioPageViewDoc[]>;
  newOwner(): Owner;
  stop(): Promise<void>;
}

export async function startAnalytics(env: Partial<Env> = {}): Promise<Fixture> {
  const log: string[] = [];
  const runtime = createTestRuntime(env, { logger: pino({ level: "trace" }, { write: (line: string) => void log.push(line) }) });
  const locations = new Map<string, GeoLocation | Error>();
  const owners = new Map<string, Owner>();
  const geo = { open: async () => undefined, locate: (address: string) => locate(locations, address) };
  const creator = stubService(
    actionStub(getMyProfile, async ({ caller }) => {
      const owner = owners.get(caller.userId);
      if (!owner) throw new AppError("creator.error.profile_not_found");
      return profileOf(owner);
    }),
  );
  const broker = createBroker(runtime, [(ofBroker) => analyticsService(ofBroker, geo), creator]);
  await broker.start();
  const database = runtime.database("analytics").connection;
  const rows = <T>(collection: string, filter: object) => database.collection(collection).find(filter).toArray() as unknown as Promise<T[]>;
  const onlyRow = <T>(found: T[]): T => {
    const [row] = found;
    if (!row || found.length > 1) throw new Error(`expected one row, got ${found.length}`);
    return row;
  };
  const fixture: Fixture = {
    runtime,
    broker,
    locations,
    log,
    newSession: (fields = {}) => call(broker, createSession, { ...validSession(), ...fields }),
    async sessionId(fields) {
      const { id } = await fixture.newSession(fields);
      if (id === null) throw new Error("the session was not recorded");
      return id;
    },
    view: (fields = {}) =>
      call(broker, recordPageView, { sessionId: uuid(), url: "https://a.test/x", path: "/x", userAgent: CHROME, ...fields }),
    token: async (bioPageId) => (await call(broker, issueTrackingToken, { bioPageId })).token,
    sessions: (filter = {}) => rows("analytics_sessions", filter),
    pageViews: (filter = {}) => rows("analytics_page_views", filter),
    bioViews: (filter = {}) => rows("bio_page_views", filter),
    session: async (id) => onlyRow(await rows<AnalyticsSessionDoc>("analytics_sessions", { _id: id })),
    pageView: async (id) => onlyRow(await rows<AnalyticsPageViewDoc>("analytics_page_views", { _id: id })),
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

function locate(locations: ReadonlyMap<string, GeoLocation | Error>, address: string): GeoLocation | null {
  const location = locations.get(address) ?? null;
  if (location instanceof Error) throw location;
  return location;
}

/** The fields of a session that is recorded. */
export function validSession(): { visitorId: string; landingPage: string; consentAnalytics: string; userAgent: string } {
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
