import { action, event } from "#libs/contract-kit/contract.ts";
import { id, personName, readableText } from "../shared.ts";

export const upgrade = action({
  name: "creator.upgrade",
  summary: "Become a creator",
  http: {
    method: "POST",
    path: "/creators/upgrade",
    status: 201,
    auth: "bearer",
    limit: "creators_upgrade",
    killSwitch: "CREATOR_UPGRADE",
    openToDeletedUsers: true,
  },
  params: {
    displayName: { ...personName, optional: true, description: "Overrides the user's display name" },
    bio: { ...readableText, max: 500, optional: true, description: "First text of the bio page" },
    themeId: { type: "string", max: 50, optional: true, description: "Template of the bio page" },
    username: {
      type: "string",
      trim: true,
      lowercase: true,
      max: 100,
      pattern: /^[a-z0-9._-]*$/,
      optional: true,
      description: "Required when the user has none",
    },
    idempotencyKey: { type: "string", max: 255, optional: true, from: "idempotencyKey" },
  },
  returns: { type: "object", props: { creatorId: id, bioPageUrl: { type: "string" } } },
  errors: [
    "features.creator_upgrade_disabled",
    "creator.upgrade.already_creator",
    "creator.upgrade.user_not_found",
    "creator.upgrade.username_required",
    "creator.upgrade.username_unavailable",
  ],
});

export const creatorCreated = event({
  name: "creator.created",
  owner: "creator",
  summary: "A user became a creator",
  public: { fields: ["creatorId", "userId", "bioPageId"] },
  payload: { creatorId: id, userId: { type: "string" }, username: { type: "string" }, bioPageId: id },
});
