import { action, event } from "#libs/contract-kit/contract.ts";
import { id, pathId, timestamp } from "../shared.ts";
import { CREATOR_LEVELS } from "./terms.ts";

const level = { type: "enum", values: CREATOR_LEVELS } as const;

export const setLevel = action({
  name: "creator.setLevel",
  summary: "Set the level of a creator; the daily review does not change a pinned level",
  http: { method: "PATCH", path: "/admin/creators/{creatorId}/level", auth: "admin", permission: "creators:write" },
  params: {
    creatorId: pathId,
    level,
    pinned: { type: "boolean", optional: true, description: "Absent: unchanged" },
  },
  returns: null,
  errors: ["creator.error.not_found"],
});

export const levelChanged = event({
  name: "creator.level_changed",
  owner: "creator",
  summary: "The level of a creator changed; it sets the commission of later messages",
  public: { fields: ["creatorId", "userId", "from", "to", "at"] },
  payload: {
    creatorId: id,
    userId: { type: "string" },
    from: level,
    to: level,
    by: { type: "enum", values: ["RULE", "ADMIN"] },
    at: timestamp,
  },
});
