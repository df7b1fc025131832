import { Schema } from "mongoose";
import type { CollectionDefinition } from "#libs/platform/mongo/collection.ts";

/** A visit (spec 2.11). A row exists only with consent and never holds an IP address. */
export interface AnalyticsSessionDoc {
  readonly _id: string;
  /** See `domain/visitor-hash.ts`. */
  readonly visitorHash: string;
  /** The user who is linked to the visit; absent until then. */
  readonly userId?: string;
  /** `withdrawn` after the visitor has opted out. */
  readonly consent: "granted" | "withdrawn";
  readonly landingPage: string;
  readonly bioPageId: string | null;
  /** Sent by the client and not checked (spec 4.5). */
  readonly creatorId: string | null;
  readonly referrerDomain: string;
  readonly utmSource: string | null;
  readonly utmMedium: string | null;
  readonly utmCampaign: string | null;
  readonly utmTerm: string | null;
  readonly utmContent: string | null;
  readonly device: string | null;
  readonly browser: string | null;
  readonly os: string | null;
  readonly osVersion: string | null;
  readonly screenWidth: number | null;
  readonly screenHeight: number | null;
  readonly connectionType: string | null;
  readonly timezone: string | null;
  readonly language: string | null;
  readonly country: string | null;
  readonly city: string | null;
  readonly region: string | null;
  readonly continent: string | null;
  readonly pageViews: number;
  readonly bounced: boolean;
  readonly exitPage: string | null;
  readonly lastActivityAt: Date;
  readonly createdAt: Date;
}

const text = { type: String, default: null } as const;

const schema = new Schema<AnalyticsSessionDoc>(
  {
    _id: { type: String, required: true },
    visitorHash: { type: String, required: true },
    userId: { type: String },
    consent: { type: String, required: true },
    landingPage: { type: String, required: true },
    bioPageId: text,
    creatorId: text,
    referrerDomain: { type: String, required: true },
    utmSource: text,
    utmMedium: text,
    utmCampaign: text,
    utmTerm: text,
    utmContent: text,
    device: text,
    browser: text,
    os: text,
    osVersion: text,
    screenWidth: { type: Number, default: null },
    screenHeight: { type: Number, default: null },
    connectionType: text,
    timezone: text,
    language: text,
    country: text,
    city: text,
    region: text,
    continent: text,
    pageViews: { type: Number, required: true },
    bounced: { type: Boolean, required: true },
    exitPage: text,
    lastActivityAt: { type: Date, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ bioPageId: 1, createdAt: 1 }, { name: "of_page" });
schema.index({ creatorId: 1 }, { name: "of_creator" });
schema.index({ visitorHash: 1 }, { name: "of_visitor" });
schema.index({ userId: 1, createdAt: -1 }, { name: "of_user", partialFilterExpression: { userId: { $exists: true } } });
schema.index({ createdAt: 1 }, { name: "by_age" });

export const analyticsSessions: CollectionDefinition<AnalyticsSessionDoc> = { name: "analytics_sessions", schema };
