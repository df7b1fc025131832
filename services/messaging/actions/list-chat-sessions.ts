import { implement } from "#libs/contract-kit/implement.ts";
import { listChatSessions } from "#libs/contracts/messaging.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import { viewOf } from "../data/chat-session.store.ts";
import type { MessageDoc } from "../data/message.store.ts";
import type { MessageTexts } from "../data/message-text.ts";
import type { Deps } from "../deps.ts";
import { cardsOf } from "../names.ts";

const PREVIEW_LENGTH = 100;

/** The caller's sessions with the last text the caller may see; one question each for sessions, messages and names. */
export const listChatSessionsAction = (deps: Pick<Deps, "sessions" | "messages" | "texts" | "cards" | "clock" | "logger">) =>
  implement(listChatSessions, async (ctx) => {
    const { page, limit } = ctx.params;
    const { userId } = ctx.caller;
    const { items, total } = await deps.sessions.page(userId, { page, limit });
    const views = items.map((session) => ({ session, ...viewOf(session, userId) }));
    const [last, cardOf] = await Promise.all([
      deps.messages.findMany(views.flatMap(({ seat }) => seat.lastMessageId ?? [])),
      cardsOf(
        ctx,
        deps,
        views.map(({ counterpartId }) => counterpartId),
      ),
    ]);
    const messages = new Map(last.map((message) => [message._id, message]));
    const sessions = views.map(({ session, seat, counterpartId }) => {
      const { username, displayName, avatarUrl } = cardOf(counterpartId);
      return {
        id: session._id,
        counterpart: { userId: counterpartId, username, displayName, avatarUrl },
        lastMessageAt: (seat.lastAt ?? session.lastMessageAt).toISOString(),
        preview: previewOf(deps.texts, messages.get(seat.lastMessageId ?? "")),
        unread: seat.unread,
      };
    });
    return pageOf(sessions, total, { page, limit });
  });

function previewOf(texts: MessageTexts, message: MessageDoc | undefined): string {
  if (!message) return "";
  return (texts.reply(message) ?? texts.content(message)).slice(0, PREVIEW_LENGTH).toWellFormed();
}
