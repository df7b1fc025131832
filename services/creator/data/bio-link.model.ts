import type { LinkKind } from "#libs/contracts/creator/index.ts";
import { boolean, date, nullable, number, of, text } from "#libs/kernel/fields.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { linkContentFields, linkScheduleFields } from "../domain/link-rules.ts";

/** A link or another element of a bio page. */
export interface BioLinkDoc extends DocumentIn<typeof bioLinks> {}

export const bioLinks = defineCollection({
  name: "links",
  fields: {
    _id: text,
    creatorId: text,
    bioPageId: text,
    kind: of<LinkKind>(),
    icon: nullable(text),
    enabled: boolean,
    /** Position among the links of the creator: 0, 1, 2 … without gaps. */
    order: number,
    clicks: number,
    createdAt: date,
    updatedAt: date,
    ...linkContentFields,
    ...linkScheduleFields,
  },
  indexes: [{ key: { creatorId: 1, order: 1 } }],
  unknownFields: "drop",
});
