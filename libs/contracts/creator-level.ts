import { action, event } from "#libs/contract-kit/contract.ts";
import { CREATOR_LEVELS } from "./creator.ts";
import { id, pathId, timestamp } from "./shared.ts";

const level = { type: "enum", values: CREATOR_LEVELS } as const;

export const setLevel = action({
  name: "creator.setLevel",
  summary: "Set the level of a creator; a pinned one is left alone by the nightly review",
  http: { method: "PATCH", path: "/admin/creators/{creatorId}/level", auth: "admin", permission: "creators:write" },
  params: {
    creatorId: pathId,
    level,
    pinned: { type: "boolean", optional: true, description: "Absent: as it is" },
  },
  returns: null,
  errors: ["creator.error.not_found"],
});

export const levelChanged = event({
  name: "creator.level_changed",
  summary: "A creator has another level; messages sent from now on have its commission",
  payload: {
    creatorId: id,
    userId: { type: "string" },
    from: level,
    to: level,
    by: { type: "enum", values: ["RULE", "ADMIN"] },
    at: timestamp,
  },
});
