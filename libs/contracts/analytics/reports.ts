import { action } from "#libs/contract-kit/contract.ts";
import type { Rules } from "#libs/contract-kit/rules.ts";
import { nullableText, ownCreatorId, timestamp } from "../shared.ts";

/** Longest range of a report, in days. */
export const MAX_REPORT_DAYS = 366;
export const DIMENSIONS = ["country", "device", "browser", "os", "referrer", "utmSource", "page"] as const;
export type Dimension = (typeof DIMENSIONS)[number];
export const FUNNEL_STEPS = ["BIO_VIEW", "SESSION", "ENGAGED", "LINK_CLICK", "PAID_MESSAGE"] as const;

const rangeParams = {
  creatorId: ownCreatorId,
  from: { type: "timestamp", optional: true, description: "First instant or day (UTC); 30 days before the end when absent" },
  to: { type: "timestamp", optional: true, description: "End (not included; a day is included as a whole); now when absent" },
} as const satisfies Rules;

const errors = ["creator.error.not_owner", "analytics.error.invalid_range"] as const;
const http = { method: "GET", auth: "bearer" } as const;
const integer = { type: "number", integer: true } as const;
const measured = { type: "number", nullable: true, description: "Null when nothing was measured" } as const;
const requestedRange = { from: timestamp, to: timestamp } as const;

export const getOverview = action({
  name: "analytics.getOverview",
  summary: "Totals of the own bio page, without bots and own visits",
  http: { ...http, path: "/creators/{creatorId}/analytics/overview" },
  params: rangeParams,
  returns: {
    type: "object",
    props: {
      ...requestedRange,
      pageViews: { ...integer, description: "Without clicks on links" },
      sessions: integer,
      visitors: integer,
      bioViews: integer,
      linkClicks: integer,
      bounceRate: { type: "number", description: "Share of the sessions with at most one page view, 0-1" },
      averageDuration: { ...measured, description: "Seconds on a page; null when nothing was measured" },
      averageScrollDepth: { ...measured, description: "Percent; null when nothing was measured" },
    },
  },
  errors,
});

export const getTimeseries = action({
  name: "analytics.getTimeseries",
  summary: "The numbers of the own bio page by day (UTC)",
  http: { ...http, path: "/creators/{creatorId}/analytics/timeseries" },
  params: { ...rangeParams, granularity: { type: "enum", values: ["day"], default: "day" } },
  returns: {
    type: "object",
    props: {
      ...requestedRange,
      granularity: { type: "enum", values: ["day"] },
      points: {
        type: "array",
        max: MAX_REPORT_DAYS,
        items: {
          type: "object",
          props: {
            date: { type: "string", description: "YYYY-MM-DD" },
            pageViews: integer,
            sessions: integer,
            visitors: integer,
            bioViews: integer,
          },
        },
      },
    },
  },
  errors,
});

export const getBreakdown = action({
  name: "analytics.getBreakdown",
  summary: "The most frequent values of a dimension of the own bio page",
  http: { ...http, path: "/creators/{creatorId}/analytics/breakdown" },
  params: { ...rangeParams, dimension: { type: "enum", values: DIMENSIONS, description: "`page` counts page views, the others sessions" } },
  returns: {
    type: "object",
    props: {
      ...requestedRange,
      dimension: { type: "enum", values: DIMENSIONS },
      items: {
        type: "array",
        max: 50,
        items: { type: "object", props: { value: { ...nullableText, max: 2_048 }, count: integer } },
        description: "The 50 most frequent values",
      },
    },
  },
  errors,
});

export const getFunnel = action({
  name: "analytics.getFunnel",
  summary: "The funnel from a view of the own bio page to a paid message",
  http: { ...http, path: "/creators/{creatorId}/analytics/funnel" },
  params: rangeParams,
  returns: {
    type: "object",
    props: {
      ...requestedRange,
      steps: {
        type: "array",
        max: FUNNEL_STEPS.length,
        items: { type: "object", props: { step: { type: "enum", values: FUNNEL_STEPS }, count: integer } },
      },
    },
  },
  errors,
});

export const exportPageViews = action({
  name: "analytics.exportPageViews",
  class: "slow",
  summary: "The page views of the own bio page, oldest first",
  http: { ...http, path: "/creators/{creatorId}/analytics/export", csv: "page-views" },
  params: {
    ...rangeParams,
    page: { type: "number", integer: true, min: 1, max: 1_000, default: 1, description: "1-based page" },
    limit: { type: "number", integer: true, min: 1, max: 500, default: 500, description: "Rows in a page" },
    cursor: {
      type: "string",
      pattern: /^\d{1,15}\.\d{1,9}$/,
      optional: true,
      description: "nextCursor of the previous page, in place of `page`: whatever is recorded meanwhile, each row comes once",
    },
  },
  returns: {
    type: "object",
    props: {
      items: {
        type: "array",
        items: {
          type: "object",
          props: {
            enteredAt: timestamp,
            url: { type: "string" },
            path: { type: "string" },
            title: nullableText,
            duration: measured,
            scrollDepth: measured,
            linkClicked: nullableText,
            referrerDomain: nullableText,
            utmSource: nullableText,
            utmMedium: nullableText,
            utmCampaign: nullableText,
            country: nullableText,
            device: nullableText,
            browser: nullableText,
            os: nullableText,
          },
        },
      },
      total: integer,
      page: integer,
      limit: integer,
      totalPages: integer,
      nextCursor: { ...nullableText, description: "Cursor of the next page; null on the last page" },
    },
  },
  errors,
});
