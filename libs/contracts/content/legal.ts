import { action, type HttpBinding } from "#libs/contract-kit/contract.ts";
import type { ObjectRule } from "#libs/contract-kit/rules.ts";
import { clampedPage, id, optionalTimestamp, pageOfItems, timestamp } from "../shared.ts";

export const LEGAL_KINDS = ["terms", "privacy"] as const;
export type LegalKind = (typeof LEGAL_KINDS)[number];

/** Changes of a legal text that are listed, the latest. */
export const MAX_SHOWN_CHANGES = 50;

const kind = { type: "enum", values: LEGAL_KINDS } as const;
const PUBLISHED = { etag: true, headers: { "Cache-Control": "public, s-maxage=60" } } as const satisfies Partial<HttpBinding>;

const legalDocument = {
  type: "object",
  props: {
    content: { type: "string", max: 200_000, description: "HTML" },
    lastUpdated: { ...optionalTimestamp, description: "Null while no text is published" },
  },
} as const satisfies ObjectRule;

export const getTerms = action({
  name: "content.getTerms",
  summary: "The terms of service",
  http: { method: "GET", path: "/legal/terms", auth: "public", ...PUBLISHED, cachedUntil: "settings change" },
  params: {},
  returns: legalDocument,
  errors: [],
});

export const getPrivacyPolicy = action({
  name: "content.getPrivacyPolicy",
  summary: "The privacy policy",
  http: { method: "GET", path: "/legal/privacy", auth: "public", ...PUBLISHED, cachedUntil: "settings change" },
  params: {},
  returns: legalDocument,
  errors: [],
});

export const getLegalVersion = action({
  name: "content.getLegalVersion",
  summary: "The text that was in force at an instant, or at the end of a day",
  http: { method: "GET", path: "/legal/{kind}/versions/{date}", auth: "public", ...PUBLISHED, cachedUntil: "content changes" },
  params: {
    kind,
    date: { type: "timestamp", description: "Day in UTC, YYYY-MM-DD; or an instant, as `lastUpdated`, for one version of a day" },
  },
  returns: legalDocument,
  errors: ["legal.error.version_not_found"],
});

export const listPublicLegalVersions = action({
  name: "content.listPublicLegalVersions",
  summary: "The days on which the texts of a kind changed, newest first, of the last 50 changes",
  http: { method: "GET", path: "/legal/{kind}/versions", auth: "public", ...PUBLISHED, cachedUntil: "content changes" },
  params: { kind },
  returns: {
    type: "array",
    max: MAX_SHOWN_CHANGES,
    items: {
      type: "object",
      props: {
        date: { type: "string", description: "Day in UTC, YYYY-MM-DD; getLegalVersion returns its text" },
        current: { type: "boolean", description: "Whether the text is in force" },
        earlier: {
          type: "array",
          items: timestamp,
          max: MAX_SHOWN_CHANGES,
          optional: true,
          description: "Instants of the earlier texts of the day, newest first; absent: there are none",
        },
      },
    },
  },
  errors: [],
});

export const listLegalVersions = action({
  name: "content.listLegalVersions",
  summary: "Every version of a legal text, newest first",
  http: { method: "GET", path: "/admin/legal/{kind}/versions", auth: "admin", permission: "content:write" },
  params: { kind, ...clampedPage },
  returns: pageOfItems({
    type: "object",
    props: {
      id,
      publishedAt: timestamp,
      publishedBy: { type: "string", description: "User id of the administrator" },
      withdrawn: { type: "boolean", description: "True: the text was withdrawn with this version" },
      characters: { type: "number", integer: true },
    },
  }),
  errors: [],
});

const acceptance = {
  type: "object",
  props: { kind, version: { ...timestamp, description: "The `lastUpdated` of the accepted text" }, acceptedAt: timestamp },
} as const satisfies ObjectRule;

export const acceptLegalText = action({
  name: "content.acceptLegalText",
  summary: "Accept the legal text in force; repeating it changes nothing",
  http: { method: "POST", path: "/legal/accept", auth: "bearer" },
  params: {
    kind,
    version: { type: "timestamp", optional: true, description: "The `lastUpdated` of the text that was read; the current one when absent" },
  },
  returns: acceptance,
  errors: ["legal.error.not_published", "legal.error.version_outdated"],
});

export const listAcceptances = action({
  name: "content.listAcceptances",
  summary: "Which legal texts the caller has accepted, latest first",
  http: { method: "GET", path: "/legal/acceptances", auth: "bearer" },
  params: clampedPage,
  returns: pageOfItems(acceptance),
  errors: [],
});
