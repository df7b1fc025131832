import { action } from "#libs/contract-kit/contract.ts";
import type { Rules } from "#libs/contract-kit/rules.ts";
import { id, timestamp } from "./shared.ts";

export * from "./analytics-internal.ts";
export * from "./analytics-reports.ts";

/** What tracking takes from the request itself; the address is for the lookup of the place and nothing else (spec 4.5). */
const requestFacts = {
  clientAddress: { type: "string", max: 64, optional: true, from: "clientAddress" },
  // As long as a header may be: what names a machine may stand at its end.
  userAgent: { type: "string", max: 16_384, optional: true, from: "userAgent" },
  edgeCountry: { type: "string", max: 2, optional: true, from: "country" },
  edgeCity: { type: "string", max: 100, optional: true, from: "city" },
} as const satisfies Rules;

const utm = { type: "string", max: 255, optional: true, description: "Stored verbatim" } as const;
const screen = { type: "number", integer: true, min: 0, max: 7680, optional: true, description: "Pixels" } as const;
const guess = { type: "string", max: 100, optional: true, description: "Replaced by what the user agent says" } as const;
const acknowledged = { type: "object", props: { ok: { type: "boolean", description: "Always true" } } } as const;

export const createSession = action({
  name: "analytics.createSession",
  summary: "Record the begin of a visit; answers id null when it is not recorded",
  http: { method: "POST", path: "/analytics/session", auth: "public", limit: "analytics_session" },
  params: {
    visitorId: { type: "string", min: 1, max: 200, description: "Anonymous id of the client; only its hash is kept" },
    landingPage: { type: "string", min: 1, max: 2048, description: "Full URL" },
    consentAnalytics: { type: "string", max: 50, optional: true, description: "Only `granted` is recorded" },
    bioPageId: { ...id, optional: true, description: "Needs a trackingToken" },
    creatorId: { ...id, optional: true },
    referrer: { type: "string", max: 2048, optional: true },
    utmSource: utm,
    utmMedium: utm,
    utmCampaign: utm,
    utmTerm: utm,
    utmContent: utm,
    device: guess,
    browser: guess,
    os: guess,
    osVersion: { ...guess, max: 20 },
    screenWidth: screen,
    screenHeight: screen,
    connectionType: { type: "string", max: 20, optional: true },
    timezone: { type: "string", max: 50, optional: true, description: "Replaced by that of the place, when it is known" },
    language: { type: "string", max: 35, optional: true },
    trackingToken: { type: "string", optional: true, description: "Ignored without bioPageId" },
    ...requestFacts,
  },
  returns: {
    type: "object",
    props: {
      id: { ...id, nullable: true, description: "Null when nothing was recorded" },
      createdAt: { ...timestamp, optional: true, description: "Only with an id" },
    },
  },
  errors: [],
});

const pageViewFields = {
  sessionId: id,
  url: { type: "string", min: 1, max: 2048 },
  path: { type: "string", min: 1, max: 2048 },
  title: { type: "string", max: 500, optional: true },
  bioPageId: { ...id, optional: true },
  linkClicked: { ...id, optional: true },
} as const satisfies Rules;

export const recordPageView = action({
  name: "analytics.recordPageView",
  summary: "Record a page view of a session",
  http: { method: "POST", path: "/analytics/pageview", auth: "public", limit: "analytics_pageview" },
  params: { ...pageViewFields, userAgent: requestFacts.userAgent },
  returns: {
    type: "object",
    props: { id: { ...id, nullable: true }, enteredAt: { ...timestamp, optional: true, description: "Only with an id" } },
  },
  errors: [],
});

const leaveFields = {
  duration: { type: "number", min: 0, max: 3600, description: "Seconds on the page" },
  scrollDepth: { type: "number", optional: true, description: "Percent; put right to 0-100" },
} as const satisfies Rules;
const leaveParams = { pageViewId: { type: "string", description: "An unknown one changes nothing" }, ...leaveFields } as const;

export const leavePage = action({
  name: "analytics.leavePage",
  summary: "Say how long a page was looked at",
  http: { method: "PATCH", path: "/analytics/pageview/{pageViewId}/leave", auth: "public", limit: "analytics_leave" },
  params: leaveParams,
  returns: acknowledged,
  errors: [],
});

/** `navigator.sendBeacon` can only POST, and sends text without a preflight. */
export const leavePageByBeacon = action({
  name: "analytics.leavePageByBeacon",
  summary: "Say how long a page was looked at, for beacons of browsers",
  http: {
    method: "POST",
    path: "/analytics/pageview/{pageViewId}/leave",
    auth: "public",
    limit: "analytics_leave",
    acceptsTextPlain: true,
  },
  params: leaveParams,
  returns: acknowledged,
  errors: [],
});

export const trackBioView = action({
  name: "analytics.trackBioView",
  summary: "Record a view of a bio page",
  http: { method: "POST", path: "/bio/{bioPageId}/view", auth: "public", limit: "bio_view" },
  params: {
    bioPageId: id,
    visitorId: { type: "string", max: 200, optional: true, description: "Only its hash is kept" },
    referrer: { type: "string", max: 2048, optional: true },
    country: { type: "string", pattern: /^[A-Za-z]{2}$/, optional: true, description: "Two letters" },
    device: { type: "string", max: 50, optional: true, description: "mobile, tablet or desktop" },
    browser: { type: "string", max: 100, optional: true },
    isEmbed: { type: "boolean", default: false },
    ...requestFacts,
  },
  returns: { type: "object", props: { tracked: { type: "boolean", description: "Always true" } } },
  errors: [],
});

export const heartbeat = action({
  name: "analytics.heartbeat",
  summary: "Say that a visit goes on",
  http: { method: "POST", path: "/analytics/heartbeat", auth: "public", limit: "analytics_pageview", acceptsTextPlain: true },
  params: { sessionId: id },
  returns: acknowledged,
  errors: [],
});

/** What a batch may hold, by kind; `pageViewId` as in {@link leavePage}. */
export const BATCH_EVENTS = {
  PAGE_VIEW: pageViewFields,
  LEAVE: { pageViewId: { type: "string", max: 64 }, ...leaveFields },
  HEARTBEAT: { sessionId: id },
} as const satisfies Record<string, Rules>;
const BATCH_KINDS = ["PAGE_VIEW", "LEAVE", "HEARTBEAT"] as const satisfies readonly (keyof typeof BATCH_EVENTS)[];

const MOST_BATCH_EVENTS = 50;

const ofItsKind = { type: "json", optional: true, description: "As in the single request of the kind" } as const;

export const sendBatch = action({
  name: "analytics.sendBatch",
  summary: "Several tracking events at once, in their order",
  http: { method: "POST", path: "/analytics/batch", auth: "public", limit: "analytics_session", acceptsTextPlain: true },
  params: {
    events: {
      type: "array",
      max: MOST_BATCH_EVENTS,
      items: {
        type: "object",
        props: {
          kind: { type: "enum", values: BATCH_KINDS },
          sessionId: ofItsKind,
          url: ofItsKind,
          path: ofItsKind,
          title: ofItsKind,
          bioPageId: ofItsKind,
          linkClicked: ofItsKind,
          pageViewId: ofItsKind,
          duration: ofItsKind,
          scrollDepth: ofItsKind,
        },
      },
      description: "Each with its kind and the fields of the single request",
    },
    userAgent: requestFacts.userAgent,
  },
  returns: {
    type: "object",
    props: {
      results: {
        type: "array",
        items: {
          type: "object",
          props: {
            kind: { type: "enum", values: BATCH_KINDS },
            id: { ...id, nullable: true, description: "Id of a recorded page view" },
          },
        },
      },
    },
  },
  errors: [],
});

export const identifySession = action({
  name: "analytics.identify",
  summary: "Link a visit to the caller",
  http: { method: "POST", path: "/analytics/identify", auth: "bearer" },
  params: { sessionId: id },
  returns: {
    type: "object",
    props: { ok: { type: "boolean" }, linked: { type: "boolean", description: "False for a visit without consent or of somebody else" } },
  },
  errors: [],
});

export const optOut = action({
  name: "analytics.optOut",
  summary: "Record no further visit of a visitor, and unlink the former ones from the user",
  http: { method: "POST", path: "/analytics/opt-out", auth: "public" },
  params: { visitorId: { type: "string", min: 1, max: 200, description: "Only its hash is kept" } },
  returns: acknowledged,
  errors: ["error.service_unavailable"],
});
