import { type Connection, type Model, Schema } from "mongoose";
import { modelOf } from "#libs/mongo/model-of.ts";

/** One look at a bio page (spec 2.11, 4.6). */
export interface BioPageView {
  readonly _id: string;
  readonly bioPageId: string;
  readonly visitorHash: string | null;
  readonly referrer: string | null;
  readonly userAgent: string | null;
  readonly country: string | null;
  readonly device: string | null;
  readonly browser: string | null;
  readonly isEmbed: boolean;
  /** Left out of reports. */
  readonly isBot: boolean;
  readonly createdAt: Date;
}

const text = { type: String, default: null } as const;

const schema = new Schema<BioPageView>(
  {
    _id: { type: String, required: true },
    bioPageId: { type: String, required: true },
    visitorHash: text,
    referrer: text,
    userAgent: text,
    country: text,
    device: text,
    browser: text,
    isEmbed: { type: Boolean, required: true },
    isBot: { type: Boolean, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ bioPageId: 1, createdAt: 1 }, { name: "of_page" });
schema.index({ bioPageId: 1, visitorHash: 1, createdAt: 1 }, { name: "of_visitor", partialFilterExpression: { visitorHash: { $gt: "" } } });
schema.index({ createdAt: 1 }, { name: "by_age" });

export function bioPageViewModel(connection: Connection): Model<BioPageView> {
  return modelOf(connection, "bio_page_views", schema);
}
