import { getMessage } from "#libs/contracts/messaging/index.ts";
import { api } from "./api.ts";
import { orNull } from "./or-null.ts";

/** A message of the reader; null when it does not exist or belongs to other users. */
export const findMessage = (messageId: string) => orNull(api.call(getMessage, { messageId }), 403, 404);
