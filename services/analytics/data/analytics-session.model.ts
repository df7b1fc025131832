import { boolean, date, nullable, number, of, optional, text } from "#libs/kernel/fields.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";

/** A visit (spec 2.11). A row exists only with consent and never holds an IP address. */
export interface AnalyticsSessionDoc extends DocumentIn<typeof analyticsSessions> {}

export const analyticsSessions = defineCollection({
  name: "analytics_sessions",
  fields: {
    _id: text,
    /** See `domain/visitor-hash.ts`. */
    visitorHash: text,
    /** The user who is linked to the visit; absent until then. */
    userId: optional(text),
    /** `withdrawn` after the visitor has opted out. */
    consent: of<"granted" | "withdrawn">(),
    landingPage: text,
    bioPageId: nullable(text),
    /** Sent by the client and not checked (spec 4.5). */
    creatorId: nullable(text),
    referrerDomain: text,
    utmSource: nullable(text),
    utmMedium: nullable(text),
    utmCampaign: nullable(text),
    utmTerm: nullable(text),
    utmContent: nullable(text),
    device: nullable(text),
    browser: nullable(text),
    os: nullable(text),
    osVersion: nullable(text),
    screenWidth: nullable(number),
    screenHeight: nullable(number),
    connectionType: nullable(text),
    timezone: nullable(text),
    language: nullable(text),
    country: nullable(text),
    city: nullable(text),
    region: nullable(text),
    continent: nullable(text),
    pageViews: number,
    bounced: boolean,
    exitPage: nullable(text),
    lastActivityAt: date,
    createdAt: date,
  },
  indexes: [
    { name: "of_page", key: { bioPageId: 1, createdAt: 1 } },
    { name: "of_creator", key: { creatorId: 1 } },
    { name: "of_visitor", key: { visitorHash: 1 } },
    { name: "of_user", key: { userId: 1, createdAt: -1 }, partialFilterExpression: { userId: { $exists: true } } },
    { name: "by_age", key: { createdAt: 1 } },
  ],
});
