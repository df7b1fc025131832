import { Schema } from "mongoose";
import type { LinkKind } from "#libs/contracts/creator/index.ts";
import type { CollectionDefinition } from "#libs/platform/mongo/collection.ts";
import type { LinkContent, LinkSchedule } from "../domain/link-rules.ts";

/** A link or another element of a bio page. */
export interface BioLinkDoc extends LinkContent, LinkSchedule {
  readonly _id: string;
  readonly creatorId: string;
  readonly bioPageId: string;
  readonly kind: LinkKind;
  readonly icon: string | null;
  readonly enabled: boolean;
  /** Position among the links of the creator: 0, 1, 2 … without gaps. */
  readonly order: number;
  readonly clicks: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const text = { type: String, required: true } as const;
const optionalText = { type: String, default: null } as const;

const schema = new Schema<BioLinkDoc>(
  {
    _id: text,
    creatorId: text,
    bioPageId: text,
    kind: text,
    title: optionalText,
    url: optionalText,
    icon: optionalText,
    enabled: { type: Boolean, required: true },
    startsAt: { type: Date, default: null },
    endsAt: { type: Date, default: null },
    order: { type: Number, required: true },
    clicks: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { versionKey: false },
);
schema.index({ creatorId: 1, order: 1 });

export const bioLinks: CollectionDefinition<BioLinkDoc> = { name: "links", schema };
