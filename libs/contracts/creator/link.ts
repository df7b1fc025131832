import { action } from "#libs/contract-kit/contract.ts";
import type { Rules } from "#libs/contract-kit/rules.ts";
import { anyId, id, nullableText, optionalTimestamp, ownCreatorId, pathId, readableLine, timestamp } from "../shared.ts";

export const LINK_KINDS = ["LINK", "HEADING", "TEXT", "SPACER", "EMAIL", "PHONE", "VCARD", "DM_BUTTON", "EMBED"] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** Links that one bio page can hold. */
export const MAX_LINKS = 500;

/** The fields of a link that its creator edits. Which of them a kind has is decided by `LINK_RULES` of the creator service. */
const fields = {
  title: { ...readableLine, max: 500, optional: true, nullable: true },
  url: {
    type: "string",
    trim: true,
    max: 2048,
    optional: true,
    nullable: true,
    description:
      "LINK, EMBED, VCARD: a web address; EMAIL: a mail address, with subject and body if wanted; PHONE: a number with its country code",
  },
  icon: {
    ...readableLine,
    max: 100,
    pattern: /^[^\s<>"'`:/\\]*$/,
    optional: true,
    nullable: true,
    description: "Name of an icon, or an emoji",
  },
  enabled: { type: "boolean", optional: true },
  startsAt: { type: "timestamp", optional: true, nullable: true, description: "Visible from this instant on" },
  endsAt: { type: "timestamp", optional: true, nullable: true, description: "Visible before this instant; must be after startsAt" },
} as const satisfies Rules;

/** A link as visitors of the bio page see it. */
const shown = {
  id,
  kind: { type: "enum", values: LINK_KINDS },
  title: { ...nullableText, max: 500 },
  url: { ...nullableText, max: 2_048 },
  icon: nullableText,
  order: { type: "number", integer: true, description: "Position among the links of the creator, from 0" },
} as const satisfies Rules;

export const publicLink = { type: "object", props: shown } as const;

const link = {
  type: "object",
  props: {
    ...shown,
    enabled: { type: "boolean" },
    startsAt: optionalTimestamp,
    endsAt: optionalTimestamp,
    clicks: { type: "number", integer: true, description: "Reported clicks, without those of bots and of the owner" },
    createdAt: timestamp,
    updatedAt: timestamp,
  },
} as const;

const links = { type: "array", items: link, max: MAX_LINKS } as const;

const FIELD_ERRORS = [
  "creator.error.not_owner",
  "creator.link.title_required",
  "creator.link.invalid_url",
  "creator.link.country_code_missing",
  "creator.link.invalid_date_range",
] as const;

export const listLinks = action({
  name: "creator.listLinks",
  summary: "All links of the caller's bio page in their order, hidden ones included",
  http: { method: "GET", path: "/creators/{creatorId}/links", auth: "bearer" },
  params: { creatorId: ownCreatorId },
  returns: links,
  errors: ["creator.error.not_owner"],
});

export const addLink = action({
  name: "creator.addLink",
  summary: "Add a link at the end of the caller's bio page",
  http: { method: "POST", path: "/creators/{creatorId}/links", status: 201, auth: "bearer" },
  params: { creatorId: ownCreatorId, kind: { type: "enum", values: LINK_KINDS, default: "LINK" }, ...fields },
  returns: link,
  errors: [...FIELD_ERRORS, "creator.link.limit_reached"],
});

export const updateLink = action({
  name: "creator.updateLink",
  summary: "Change a link; null clears a field, the kind cannot change",
  http: { method: "PATCH", path: "/creators/{creatorId}/links/{linkId}", auth: "bearer" },
  params: { creatorId: ownCreatorId, linkId: pathId, ...fields },
  returns: link,
  errors: [...FIELD_ERRORS, "creator.link.not_found"],
});

export const removeLink = action({
  name: "creator.removeLink",
  summary: "Remove a link from the caller's bio page",
  http: { method: "DELETE", path: "/creators/{creatorId}/links/{linkId}", auth: "bearer" },
  params: { creatorId: ownCreatorId, linkId: pathId },
  returns: null,
  errors: ["creator.error.not_owner", "creator.link.not_found"],
});

export const orderLinks = action({
  name: "creator.orderLinks",
  summary: "Reorder the links of the caller's bio page",
  http: { method: "PUT", path: "/creators/{creatorId}/links/order", auth: "bearer" },
  params: {
    creatorId: ownCreatorId,
    order: { type: "array", items: anyId, max: MAX_LINKS, description: "The ids of all links of the page, each once" },
  },
  returns: links,
  errors: ["creator.error.not_owner", "creator.link.invalid_order"],
});

export const trackLinkClick = action({
  name: "creator.trackLinkClick",
  class: "track",
  batchable: true,
  summary: "Count a click on a link of a bio page",
  http: { method: "POST", path: "/bio/{bioPageId}/links/{linkId}/click", auth: "public", limit: "bio_click", acceptsTextPlain: true },
  params: {
    bioPageId: id,
    linkId: id,
    // As long as a header may be: the name of a bot may be at its end.
    userAgent: { type: "string", max: 16_384, optional: true, from: "userAgent" },
  },
  returns: {
    type: "object",
    props: { counted: { type: "boolean", description: "False for bots, the owner, and hidden links" } },
  },
  errors: [],
});
