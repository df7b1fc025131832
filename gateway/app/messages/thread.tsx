import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { isOpen, type Role } from "#gateway/ui/parts/message-state.tsx";
import { Note, TimedFace } from "#gateway/ui/parts/note.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Name, Time, Written } from "#gateway/ui/parts/values.tsx";
import { getMessage, listInbox } from "#libs/contracts/messaging/index.ts";
import { listNotifications, markNotificationRead } from "#libs/contracts/notification/index.ts";
import { api } from "../client/api.ts";
import { sessionOf } from "../client/chat-sessions.ts";
import { tellOtherTabs } from "../client/live.ts";
import { whoAmI } from "../client/me.ts";
import { NotFound } from "../ui/not-found.tsx";
import { useNews } from "../ui/use-news.ts";
import { Loaded, useQuery } from "../ui/use-query.tsx";
import { AboutMessage } from "./about-message.tsx";
import { Answer } from "./answer.tsx";
import { type ReportedWords, ThreadMenu } from "./thread-menu.tsx";

const PAGE_SIZE = 50;

async function threadOf(sessionId: string) {
  const [me, session, { items }] = await Promise.all([
    whoAmI(),
    sessionOf(sessionId),
    api.call(listInbox, { sessionId, limit: PAGE_SIZE }),
  ]);
  return { me, session, messages: items.toReversed() };
}

type ThreadData = Awaited<ReturnType<typeof threadOf>>;
type Message = ThreadData["messages"][number];

interface ThreadProps {
  readonly sessionId: string;
  /** Of the list that it was opened from. */
  readonly query: URLSearchParams;
  /** The list is shown beside it. */
  readonly isBeside: boolean;
  /** Called when a message was answered or read. */
  changed(): void;
}

/** One conversation: messages, replies, the state of the money, and the available actions. */
export function Thread({ sessionId, query, isBeside, changed }: ThreadProps): VNode {
  const { t } = useReader();
  const loaded = useQuery(sessionId, () => threadOf(sessionId));
  const reload = () => {
    loaded.reload();
    changed();
  };
  useNews(loaded.reload);
  const unread = loaded.data?.session?.unread ?? 0;
  useEffect(() => {
    if (unread > 0 && loaded.data) void markRead(sessionId, loaded.data.messages, unread).then(reload);
  }, [unread]);
  return (
    <Loaded query={loaded}>
      {(thread) =>
        thread.messages.length === 0 ? (
          <NotFound text="page.thread.notFound" back="/messages" backText="page.messages.title" />
        ) : (
          <>
            {!isBeside && (
              <p class="actions">
                <a href={query.size === 0 ? "/messages" : `/messages?${query}`}>{t("page.thread.back")}</a>
              </p>
            )}
            <Conversation thread={thread} changed={reload} />
          </>
        )
      }
    </Loaded>
  );
}

interface ConversationProps {
  readonly thread: ThreadData;
  changed(): void;
}

function Conversation({ thread: { me, session, messages }, changed }: ConversationProps): VNode {
  const { t } = useReader();
  const other = session?.counterpart;
  const name = other?.displayName ?? other?.username ?? t("page.messages.someone");
  const roleIn = ({ senderId }: Message): Role => (senderId === me?.id ? "fan" : "creator");
  const last = messages.at(-1);
  const toAnswer = messages.find((message) => isOpen(message) && roleIn(message) === "creator");
  const stated = toAnswer ?? last;
  // The form of a message that was answered elsewhere stays, since it may hold a text.
  const offered = useRef(new Set<string>()).current;
  if (toAnswer) offered.add(toAnswer.id);
  const received = messages.filter((message) => roleIn(message) === "creator" || message.reply).length;
  const news = useAnnouncement(received, name);
  return (
    <>
      <div class="person">
        <TimedFace url={other?.avatarUrl ?? null} name={name} message={stated} />
        <h1 tabIndex={-1}>
          <Name>{name}</Name>
        </h1>
        {other && last && <ThreadMenu userId={other.userId} name={name} words={lastWordsOfOther(messages, me?.id)} lastId={last.id} />}
      </div>
      <p class="visually-hidden" aria-live="polite">
        {news}
      </p>
      <div class="thread" data-opens-at-end>
        {messages.map((message) => (
          <MessageItem key={message.id} message={message} role={roleIn(message)} name={name} />
        ))}
      </div>
      {messages
        .filter(({ id }) => offered.has(id))
        .map((message) => (
          <Answer key={message.id} message={message} name={name} userId={me?.id ?? ""} changed={changed} />
        ))}
      {!toAnswer && other?.username && last && roleIn(last) === "fan" && (
        <p class="actions">
          <a class="button primary" href={`/${other.username}/message`}>
            {last.status === "EXPIRED" || last.status === "REJECTED" ? t("page.thread.askAgain") : t("page.thread.newMessage")}
          </a>
        </p>
      )}
      {last && roleIn(last) === "fan" && <AboutMessage message={last} />}
    </>
  );
}

interface MessageItemProps {
  readonly message: Message;
  readonly role: Role;
  readonly name: string;
}

function MessageItem({ message, role, name }: MessageItemProps): VNode {
  const { t, formats } = useReader();
  const { content, sentAt, reply } = message;
  const isFan = role === "fan";
  const writer = (isOwn: boolean) => (isOwn ? t("page.thread.you") : name);
  return (
    <>
      <Note
        {...{ message, role }}
        isOwn={isFan}
        label={`${writer(isFan)}, ${formats.dateTime(sentAt)}`}
        end={isFan && <MessageLinks message={message} />}
      >
        <Written text={content} />
        <p class="hint">
          <Time at={sentAt} />
        </p>
      </Note>
      {reply && (
        <article class={`note ${isFan ? "theirs" : "own"}`} aria-label={`${writer(!isFan)}, ${formats.dateTime(reply.sentAt)}`}>
          <div class="says">
            <Written text={reply.content} />
            <p class="hint">
              <Time at={reply.sentAt} />
            </p>
          </div>
        </article>
      )}
    </>
  );
}

/** Documents about a message of the reader: the receipt or the statement of reasons. */
function MessageLinks({ message: { id, sessionId, price, status } }: { readonly message: Message }): VNode | null {
  const { t } = useReader();
  if (status === "COMPLETED" && price !== null) {
    return (
      <a class="paper" href={`/messages/${sessionId}/receipts/${id}`}>
        {t("page.receipt.title")}
      </a>
    );
  }
  if (status === "PENDING" || status === "REJECTED") {
    return (
      <a class="paper" href={`/statements/${id}`}>
        {t("page.statement.why")}
      </a>
    );
  }
  return null;
}

/** Announces a new message once, without its text. @param count number of messages of the other person */
function useAnnouncement(count: number, name: string): string {
  const { t } = useReader();
  const seen = useRef(count);
  const [news, setNews] = useState("");
  useEffect(() => {
    if (count > seen.current) setNews(t("page.thread.news", { name }));
    seen.current = count;
  }, [count]);
  return news;
}

/** A report always concerns the other person, who wrote either the message or its reply. */
function lastWordsOfOther(messages: readonly Message[], userId: string | undefined): ReportedWords | null {
  const last = messages.findLast(({ senderId, reply }) => senderId !== userId || reply !== null);
  if (!last) return null;
  const { id: messageId, senderId, content, sentAt, reply } = last;
  return senderId === userId && reply ? { messageId, text: reply.content, sentAt: reply.sentAt } : { messageId, text: content, sentAt };
}

/** Opening a conversation marks its messages and their notifications as read. */
async function markRead(sessionId: string, messages: readonly Message[], unread: number): Promise<void> {
  const newest = messages.slice(-unread);
  await Promise.all(newest.map(({ id }) => api.call(getMessage, { messageId: id })));
  const { items } = await api.call(listNotifications, { read: "false", limit: 50 });
  const about = items.filter(({ data }) => (data as { deepLink?: string } | null)?.deepLink?.endsWith(`/messages/${sessionId}`));
  for (const { id } of about) await api.call(markNotificationRead, { notificationId: id });
  tellOtherTabs();
}
