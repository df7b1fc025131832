import { implement } from "#libs/contract-kit/implement.ts";
import { listChatSessions } from "#libs/contracts/messaging/index.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import { cutText } from "#libs/kernel/readable-text.ts";
import type { MessageDoc } from "../../data/message.model.ts";
import type { MessageTexts } from "../data/message-text.ts";
import type { MessagesDeps } from "../deps.ts";
import { participantOf } from "../domain/chat-session.ts";
import { getUserCards } from "../user-cards.ts";

type ListDeps = Pick<MessagesDeps, "messageLists" | "messages" | "texts" | "userCards" | "logger">;

const PREVIEW_LENGTH = 100;

/** GET /messages/sessions: the caller's sessions with the last text that the caller may see. */
export const listChatSessionsAction = (deps: ListDeps) =>
  implement(listChatSessions, async (ctx) => {
    const { userId } = ctx.caller;
    const { items, total } = await deps.messageLists.listSessions(userId, ctx.params);
    const sessions = items.map((session) => ({ session, ...participantOf(session, userId) }));
    const counterpartIds = sessions.map(({ counterpartId }) => counterpartId);
    const [lastMessages, cardOf] = await Promise.all([
      deps.messages.findByIds(sessions.flatMap(({ own }) => own.lastMessageId ?? [])),
      getUserCards(ctx, deps, counterpartIds),
    ]);
    const messages = new Map(lastMessages.map((message) => [message._id, message]));
    const views = sessions.map(({ session, own, counterpartId }) => {
      const { username, displayName, avatarUrl } = cardOf(counterpartId);
      return {
        id: session._id,
        counterpart: { userId: counterpartId, username, displayName, avatarUrl },
        lastMessageAt: (own.lastAt ?? session.lastMessageAt).toISOString(),
        preview: previewOf(deps.texts, messages.get(own.lastMessageId ?? "")),
        unread: own.unread,
      };
    });
    return pageOf(views, total, ctx.params);
  });

function previewOf(texts: MessageTexts, message: MessageDoc | undefined): string {
  if (!message) return "";
  return cutText(texts.openReply(message) ?? texts.openContent(message), PREVIEW_LENGTH);
}
