import { type Connection, type Model, Schema } from "mongoose";
import { modelOf } from "#libs/mongo/model-of.ts";

/** A page looked at during a visit (spec 2.11). */
export interface AnalyticsPageView {
  readonly _id: string;
  readonly sessionId: string;
  readonly url: string;
  readonly path: string;
  readonly title: string | null;
  readonly bioPageId: string | null;
  readonly linkClicked: string | null;
  /** Left out of reports. */
  readonly isBot: boolean;
  readonly enteredAt: Date;
  /** Seconds. */
  readonly duration: number | null;
  /** Percent. */
  readonly scrollDepth: number | null;
}

const text = { type: String, default: null } as const;

const schema = new Schema<AnalyticsPageView>(
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

export function analyticsPageViewModel(connection: Connection): Model<AnalyticsPageView> {
  return modelOf(connection, "analytics_page_views", schema);
}
