import { implement } from "#libs/contract-kit/implement.ts";
import { listInbox } from "#libs/contracts/messaging.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { Deps } from "../deps.ts";
import { messageView } from "../message-view.ts";

/** The caller's own messages, newest first; what is held back does not exist for its receiver. */
export const listInboxAction = (deps: Pick<Deps, "messages" | "texts">) =>
  implement(listInbox, async (ctx) => {
    const { role, sessionId, page, limit } = ctx.params;
    const { items, total } = await deps.messages.page({ userId: ctx.caller.userId, role, sessionId }, { page, limit });
    return pageOf(
      items.map((message) => messageView(deps.texts, message)),
      total,
      { page, limit },
    );
  });
