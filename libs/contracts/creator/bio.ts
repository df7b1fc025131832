import { action } from "#libs/contract-kit/contract.ts";
import type { ObjectRule, Value } from "#libs/contract-kit/rules.ts";
import { amount, id, nullableText, optionalTimestamp, ownCreatorId, pathId, readableText } from "../shared.ts";
import { MAX_LINKS, publicLink } from "./link.ts";
import { MAX_SOCIALS, publicSocial } from "./socials.ts";
import { answers, CREATOR_LEVELS, DM_TYPES } from "./terms.ts";

/** A bio page as its owner sees it (spec 2.3). */
const bioPage = {
  type: "object",
  props: {
    id,
    creatorId: id,
    bio: { type: "string", max: 500 },
    templateId: nullableText,
    published: { type: "boolean" },
    embedEnabled: { type: "boolean" },
  },
} as const;

export const getBioPage = action({
  name: "creator.getBioPage",
  summary: "The caller's bio page",
  http: { method: "GET", path: "/creators/{creatorId}/bio", auth: "bearer" },
  params: { creatorId: ownCreatorId },
  returns: bioPage,
  errors: ["creator.error.not_owner"],
});

export const updateBioPage = action({
  name: "creator.updateBioPage",
  summary: "Change the caller's bio page",
  http: { method: "PATCH", path: "/creators/{creatorId}/bio", auth: "bearer" },
  params: {
    creatorId: ownCreatorId,
    bio: { ...readableText, max: 500, optional: true },
    templateId: { type: "string", max: 50, optional: true, nullable: true, description: "Null: the default template" },
    published: { type: "boolean", optional: true, description: "False hides the page" },
    embedEnabled: { type: "boolean", optional: true, description: "Whether other sites may embed the page" },
  },
  returns: bioPage,
  errors: ["creator.error.not_owner"],
});

export const getQrCode = action({
  name: "creator.getQrCode",
  summary: "The address of the caller's bio page as a QR code, an SVG image",
  http: { method: "GET", path: "/creators/{creatorId}/qr.svg", auth: "bearer", document: true },
  params: { creatorId: ownCreatorId },
  returns: {
    type: "object",
    props: {
      document: {
        type: "object",
        props: { contentType: { type: "string" }, fileName: { type: "string" }, text: { type: "string", max: 100_000 } },
      },
    },
  },
  errors: ["creator.error.not_owner"],
});

/** A bio page as the public sees it (spec 2.3). */
const publicBio = {
  type: "object",
  props: {
    bioPageId: id,
    creatorId: id,
    userId: { type: "string", description: "Receiver of messages to the creator" },
    username: { type: "string" },
    displayName: nullableText,
    avatarUrl: nullableText,
    headline: nullableText,
    bio: { type: "string", max: 500 },
    templateId: nullableText,
    level: { type: "enum", values: CREATOR_LEVELS },
    replyRate: {
      type: "number",
      nullable: true,
      description: "Answered messages of the last 90 days divided by all that were answered, declined or expired, 0-1; null like `answers`",
    },
    medianReplySeconds: {
      type: "number",
      integer: true,
      nullable: true,
      description: "Median of the last 90 days, estimated; null like `answers`",
    },
    answers,
    dmActive: { type: "boolean", description: "False during a vacation" },
    vacation: {
      type: "object",
      nullable: true,
      props: {
        end: { ...optionalTimestamp, description: "Null: open-ended" },
        lastDay: { ...nullableText, description: "The day of the end as the creator named it, YYYY-MM-DD" },
      },
      description: "Null while there is none",
    },
    dmType: { type: "enum", values: DM_TYPES },
    price: { ...amount, nullable: true },
    currency: { type: "string" },
    links: { type: "array", items: publicLink, max: MAX_LINKS, description: "Visible links in their order" },
    socials: { type: "array", items: publicSocial, max: MAX_SOCIALS, description: "Verified accounts on other platforms" },
  },
} as const satisfies ObjectRule;
export type PublicBio = Value<typeof publicBio>;

/** Usernames have up to 100 characters. A longer one is cut to 101, so that it still matches no page. */
const pageName = { ...pathId, cutTo: 101 } as const;

export const getPublicBio = action({
  name: "creator.getPublicBio",
  summary: "The public page of a creator",
  http: { method: "GET", path: "/bio/{username}", auth: "public" },
  params: { username: pageName },
  returns: publicBio,
  errors: ["bio.error.not_found"],
});

export const getEmbeddedBio = action({
  name: "creator.getEmbeddedBio",
  summary: "The public page of a creator, embeddable in other sites",
  http: { method: "GET", path: "/bio/{username}/embed", auth: "public", framable: true },
  params: { username: pageName },
  returns: publicBio,
  errors: ["bio.error.not_found"],
});
