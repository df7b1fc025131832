import { action } from "#libs/contract-kit/contract.ts";
import { clampedPage, nullableText, pageOfItems, pathId, timestamp } from "../shared.ts";

export const blockUser = action({
  name: "messaging.blockUser",
  summary: "Block a user, who can then send no more messages to the caller",
  http: { method: "PUT", path: "/blocks/{userId}", auth: "bearer" },
  params: { userId: pathId },
  returns: null,
  errors: ["message.block.error.self"],
});

export const unblockUser = action({
  name: "messaging.unblockUser",
  summary: "Unblock a user",
  http: { method: "DELETE", path: "/blocks/{userId}", auth: "bearer" },
  params: { userId: pathId },
  returns: null,
  errors: [],
});

export const listBlocks = action({
  name: "messaging.listBlocks",
  summary: "Users the caller has blocked, newest first, with the names of those whom the caller has exchanged messages with",
  http: { method: "GET", path: "/blocks", auth: "bearer" },
  params: { ...clampedPage },
  returns: pageOfItems({
    type: "object",
    props: { userId: { type: "string" }, username: nullableText, displayName: nullableText, createdAt: timestamp },
  }),
  errors: [],
});
