import { implement } from "#libs/contract-kit/implement.ts";
import { closeOpenMessages } from "#libs/contracts/messaging/index.ts";
import { type CloseDeps, closeMessagesOfLeavingUser } from "../ending/close-messages.ts";

/** Internal: closes and refunds a batch of the open messages from and to a user who leaves. */
export const closeOpenMessagesAction = (deps: CloseDeps) =>
  implement(closeOpenMessages, async ({ params }) => ({ done: await closeMessagesOfLeavingUser(deps, params.userId) }));
