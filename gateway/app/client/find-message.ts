import { dataOf } from "#libs/client/index.ts";
import { api } from "./api.ts";
import { orNull } from "./or-null.ts";

/** A message of the reader; null when there is none, or when it is somebody else's. */
export const findMessage = (messageId: string) =>
  orNull(dataOf(api.GET("/messages/{messageId}", { params: { path: { messageId } } })), 403, 404);
