import { implement } from "#libs/contract-kit/implement.ts";
import { listInbox } from "#libs/contracts/messaging/index.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { MessagesDeps } from "../deps.ts";
import { messageView } from "../views/message-view.ts";

/** GET /messages: the caller's messages, newest first, without received ones in quarantine. */
export const listInboxAction = ({ messageLists, texts }: Pick<MessagesDeps, "messageLists" | "texts">) =>
  implement(listInbox, async (ctx) => {
    const { role = null, sessionId = null } = ctx.params;
    const { items, total } = await messageLists.list({ userId: ctx.caller.userId, role, sessionId }, ctx.params);
    const views = items.map((message) => messageView(texts, message));
    return pageOf(views, total, ctx.params);
  });
