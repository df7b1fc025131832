import { action } from "#libs/contract-kit/contract.ts";
import { creatorProfile } from "./creator.ts";
import { id, nullableText, ownCreatorId } from "./shared.ts";

const hours = { type: "number", integer: true, min: 1, max: 720, optional: true, nullable: true } as const;

export const updateMyProfile = action({
  name: "creator.updateMyProfile",
  summary: "Change what the caller's creator profile says; null clears a field",
  http: { method: "PATCH", path: "/creators/me", auth: "bearer" },
  params: {
    headline: { type: "string", trim: true, max: 150, optional: true, nullable: true },
    contentCategories: {
      type: "array",
      items: { type: "string", trim: true, lowercase: true, min: 1, max: 50 },
      max: 10,
      optional: true,
      description: "Kept in lower case, each once",
    },
    minTimeoutHours: { ...hours, description: "Shortest reply window that the creator offers" },
    maxTimeoutHours: { ...hours, description: "Longest reply window that the creator offers" },
    autoReplyText: { type: "string", trim: true, max: 1000, optional: true, nullable: true },
  },
  returns: creatorProfile,
  errors: ["creator.error.profile_not_found", "creator.error.invalid_timeout_range"],
});

/** Spec 2.3. */
const bioPage = {
  type: "object",
  props: {
    id,
    creatorId: id,
    bio: { type: "string" },
    templateId: nullableText,
    published: { type: "boolean" },
    embedEnabled: { type: "boolean" },
  },
} as const;

export const getBioPage = action({
  name: "creator.getBioPage",
  summary: "The own bio page",
  http: { method: "GET", path: "/creators/{creatorId}/bio", auth: "bearer" },
  params: { creatorId: ownCreatorId },
  returns: bioPage,
  errors: ["creator.error.not_owner"],
});

export const updateBioPage = action({
  name: "creator.updateBioPage",
  summary: "Change the own bio page",
  http: { method: "PATCH", path: "/creators/{creatorId}/bio", auth: "bearer" },
  params: {
    creatorId: ownCreatorId,
    bio: { type: "string", max: 500, optional: true },
    templateId: { type: "string", max: 50, optional: true, nullable: true, description: "Null: the template of the platform" },
    published: { type: "boolean", optional: true, description: "False hides the page" },
    embedEnabled: { type: "boolean", optional: true, description: "Whether other sites may show it" },
  },
  returns: bioPage,
  errors: ["creator.error.not_owner"],
});

export const getQrCode = action({
  name: "creator.getQrCode",
  summary: "The address of the own bio page as a QR code, an SVG image",
  http: { method: "GET", path: "/creators/{creatorId}/qr.svg", auth: "bearer", document: true },
  params: { creatorId: ownCreatorId },
  returns: {
    type: "object",
    props: {
      document: {
        type: "object",
        props: { contentType: { type: "string" }, fileName: { type: "string" }, text: { type: "string" } },
      },
    },
  },
  errors: ["creator.error.not_owner"],
});
