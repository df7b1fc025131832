import { Schema } from "mongoose";
import type { CollectionDefinition } from "#libs/platform/mongo/collection.ts";

/** A view of a page during a visit (spec 2.11). */
export interface AnalyticsPageViewDoc {
  readonly _id: string;
  readonly sessionId: string;
  readonly url: string;
  readonly path: string;
  readonly title: string | null;
  readonly bioPageId: string | null;
  readonly linkClicked: string | null;
  /** True: reports leave the view out. */
  readonly isBot: boolean;
  readonly enteredAt: Date;
  /** Seconds. */
  readonly duration: number | null;
  /** Percent. */
  readonly scrollDepth: number | null;
}

const text = { type: String, default: null } as const;

const schema = new Schema<AnalyticsPageViewDoc>(
  {
    _id: { type: String, required: true },
    sessionId: { type: String, required: true },
    url: { type: String, required: true },
    path: { type: String, required: true },
    title: text,
    bioPageId: text,
    linkClicked: text,
    isBot: { type: Boolean, required: true },
    enteredAt: { type: Date, required: true },
    duration: { type: Number, default: null },
    scrollDepth: { type: Number, default: null },
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ sessionId: 1, enteredAt: -1 }, { name: "of_session" });
schema.index({ bioPageId: 1, enteredAt: 1 }, { name: "of_page" });
schema.index({ enteredAt: 1 }, { name: "by_age" });

export const analyticsPageViews: CollectionDefinition<AnalyticsPageViewDoc> = { name: "analytics_page_views", schema };
