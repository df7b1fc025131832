import { action } from "#libs/contract-kit/contract.ts";
import type { Rules } from "#libs/contract-kit/rules.ts";
import { id, timestamp } from "../shared.ts";

/** Values that the gateway takes from the request itself. The address is used for the GeoIP lookup only (spec 4.5). */
const requestFacts = {
  clientAddress: { type: "string", max: 64, optional: true, from: "clientAddress" },
  // As long as a header may be, because the name of a bot may be at the end.
  userAgent: { type: "string", max: 16_384, optional: true, from: "userAgent" },
  edgeCountry: { type: "string", max: 2, optional: true, from: "country" },
  edgeCity: { type: "string", max: 100, optional: true, from: "city" },
} as const satisfies Rules;

const utm = { type: "string", max: 255, optional: true, description: "Stored verbatim" } as const;
const screen = { type: "number", integer: true, min: 0, max: 7680, optional: true, description: "Pixels" } as const;
const clientHint = { type: "string", max: 100, optional: true, description: "Overridden by the user agent" } as const;
const acknowledged = { type: "object", props: { ok: { type: "boolean", description: "Always true" } } } as const;

export const createSession = action({
  name: "analytics.createSession",
  class: "track",
  batchable: true,
  summary: "Record the start of a visit; the id is null when it is not recorded",
  http: { method: "POST", path: "/analytics/session", auth: "public", limit: "analytics_session" },
  params: {
    visitorId: { type: "string", min: 1, max: 200, description: "Anonymous id of the client; only its hash is stored" },
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
    device: clientHint,
    browser: clientHint,
    os: clientHint,
    osVersion: { ...clientHint, max: 20 },
    screenWidth: screen,
    screenHeight: screen,
    connectionType: { type: "string", max: 20, optional: true },
    timezone: {
      type: "string",
      max: 50,
      optional: true,
      description: "Overridden by the time zone of the visitor's location, if that is known",
    },
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
  class: "track",
  batchable: true,
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
  scrollDepth: { type: "number", optional: true, description: "Percent; limited to 0-100" },
} as const satisfies Rules;
const leaveParams = { pageViewId: { type: "string", description: "An unknown id changes nothing" }, ...leaveFields } as const;

export const leavePage = action({
  name: "analytics.leavePage",
  class: "track",
  batchable: true,
  summary: "Report how long a page was viewed",
  http: { method: "PATCH", path: "/analytics/pageview/{pageViewId}/leave", auth: "public", limit: "analytics_leave" },
  params: leaveParams,
  returns: acknowledged,
  errors: [],
});

/** For `navigator.sendBeacon`, which can only POST and sends plain text to avoid a preflight. */
export const leavePageByBeacon = action({
  name: "analytics.leavePageByBeacon",
  class: "track",
  batchable: true,
  summary: "Report how long a page was viewed, for beacons of browsers",
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
  class: "track",
  batchable: true,
  summary: "Record a view of a bio page",
  http: { method: "POST", path: "/bio/{bioPageId}/view", auth: "public", limit: "bio_view" },
  params: {
    bioPageId: id,
    visitorId: { type: "string", max: 200, optional: true, description: "Only its hash is stored" },
    referrer: { type: "string", max: 2048, optional: true },
    country: {
      type: "string",
      pattern: /^[A-Za-z]{2}$/,
      optional: true,
      description: "ISO 3166-1 alpha-2; a code that is not assigned counts as absent",
    },
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
  class: "track",
  summary: "Report that a visit is still active",
  http: { method: "POST", path: "/analytics/heartbeat", auth: "public", limit: "analytics_pageview", acceptsTextPlain: true },
  params: { sessionId: id },
  returns: acknowledged,
  errors: [],
});

/** The fields of a batch event, by kind. */
export const BATCH_EVENTS = {
  PAGE_VIEW: pageViewFields,
  LEAVE: { pageViewId: { type: "string", max: 64 }, ...leaveFields },
  HEARTBEAT: { sessionId: id },
} as const satisfies Record<string, Rules>;
const BATCH_KINDS = ["PAGE_VIEW", "LEAVE", "HEARTBEAT"] as const satisfies readonly (keyof typeof BATCH_EVENTS)[];

const MAX_BATCH_EVENTS = 50;

const eventField = { type: "json", optional: true, description: "As in the single request of that kind" } as const;

export const sendBatch = action({
  name: "analytics.sendBatch",
  class: "track",
  summary: "Record several tracking events in their order",
  http: { method: "POST", path: "/analytics/batch", auth: "public", limit: "analytics_session", acceptsTextPlain: true },
  params: {
    events: {
      type: "array",
      max: MAX_BATCH_EVENTS,
      items: {
        type: "object",
        props: {
          kind: { type: "enum", values: BATCH_KINDS },
          sessionId: eventField,
          url: eventField,
          path: eventField,
          title: eventField,
          bioPageId: eventField,
          linkClicked: eventField,
          pageViewId: eventField,
          duration: eventField,
          scrollDepth: eventField,
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
        max: MAX_BATCH_EVENTS,
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
    props: { ok: { type: "boolean" }, linked: { type: "boolean", description: "False for a visit without consent or of another user" } },
  },
  errors: [],
});

export const optOut = action({
  name: "analytics.optOut",
  summary: "Stop recording the visits of a visitor and unlink the earlier ones from their user",
  http: { method: "POST", path: "/analytics/opt-out", auth: "public" },
  params: { visitorId: { type: "string", min: 1, max: 200, description: "Only its hash is stored" } },
  returns: acknowledged,
  errors: ["error.service_unavailable"],
});

/** Internal: for the server that renders a bio page. No public route returns a token (spec 4.5). */
export const issueTrackingToken = action({
  name: "analytics.issueTrackingToken",
  summary: "Issue a token with which visits of one bio page are recorded for the next five to ten minutes",
  params: { bioPageId: id },
  returns: { type: "object", props: { token: { type: "string" }, expiresAt: timestamp } },
  errors: [],
});
