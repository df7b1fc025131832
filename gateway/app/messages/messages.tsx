import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button, Empty } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Tabs } from "#gateway/ui/parts/tabs.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { type Inbox, inbox, TABS, type Tab } from "../client/message-pages.ts";
import { BegunMessages } from "../ui/overview/begun-messages.tsx";
import { byDeadline, ReceivedRow, SessionRow } from "../ui/overview/message-rows.tsx";
import { MessagesSum } from "../ui/overview/messages-sum.tsx";
import { OwnAddress, ShareAddress } from "../ui/share-address.tsx";
import { useNews } from "../ui/use-news.ts";
import { Loaded, useQuery } from "../ui/use-query.tsx";

interface MessageListProps {
  readonly query: URLSearchParams;
  /** The conversation that is open beside the list; null: the list is the whole page. */
  readonly openId: string | null;
  /** Number of actions taken in the conversation beside the list; a change reloads the list. */
  readonly changes: number;
}

/** A fan sees conversations; a creator sees messages, ordered by the time left to reply. */
export function MessageList({ query, openId, changes }: MessageListProps): VNode {
  const { t } = useReader();
  const tab = TABS.find((each) => each === query.get("show")) ?? "open";
  const [pages, setPages] = useState(() => Math.max(1, Number.parseInt(query.get("pages") ?? "", 10) || 1));
  const loaded = useQuery(tab, () => inbox(tab, pages));
  useNews(loaded.reload);
  useEffect(() => {
    if (changes > 0) loaded.reload();
  }, [changes]);
  const list = useRef<HTMLUListElement>(null);
  const showMore = () => {
    setPages(pages + 1);
    loaded.reload();
  };
  useFocusOnMore(list, loaded.data);
  const hasPage = loaded.data?.hasPage ?? false;
  const title = hasPage ? t("page.inbox.title") : t("page.messages.title");
  const hrefOf = (sessionId: string) => `/messages/${sessionId}${addressOf(tab, pages)}`;
  return (
    <>
      {openId === null ? <h1 tabIndex={-1}>{title}</h1> : <h2>{title}</h2>}
      {hasPage && (
        <Tabs
          label={title}
          tabs={[
            { href: "/messages", text: t("page.inbox.open"), isCurrent: tab === "open" },
            { href: "/messages?show=answered", text: t("page.state.answered"), isCurrent: tab === "answered" },
            { href: "/messages?show=all", text: t("page.inbox.all"), isCurrent: tab === "all" },
          ]}
        />
      )}
      <Loaded query={loaded}>
        {(data) => {
          const rows = rowsOf(data, tab);
          return (
            <>
              <BegunMessages userId={data.userId} />
              {rows.received && tab === "open" && rows.received.length > 0 && !data.hasMore && <MessagesSum messages={rows.received} />}
              {(rows.received ?? rows.sessions).length === 0 ? (
                <Nothing inbox={data} tab={tab} />
              ) : (
                <ul class="list" ref={list}>
                  {rows.received?.map((message) => (
                    <ReceivedRow
                      key={message.id}
                      message={message}
                      session={rows.sessions.find(({ id }) => id === message.sessionId)}
                      href={hrefOf(message.sessionId)}
                      isCurrent={message.sessionId === openId}
                    />
                  )) ??
                    rows.sessions.map((session) => (
                      <SessionRow key={session.id} session={session} href={hrefOf(session.id)} isCurrent={session.id === openId} />
                    ))}
                </ul>
              )}
              {data.hasMore && (
                <p class="actions">
                  <Button busy={data.pages !== pages} onClick={showMore}>
                    {t("page.list.more")}
                  </Button>
                </p>
              )}
            </>
          );
        }}
      </Loaded>
    </>
  );
}

/** The query of the address that selects the visible part of the list. */
function addressOf(tab: Tab, pages: number): string {
  const query = new URLSearchParams({ ...(tab === "open" ? {} : { show: tab }), ...(pages === 1 ? {} : { pages: String(pages) }) });
  return query.size === 0 ? "" : `?${query}`;
}

function rowsOf({ sessions, messages }: Inbox, tab: Tab) {
  if (!messages) return { sessions, received: null };
  return { sessions, received: tab === "open" ? byDeadline(messages) : messages.filter(({ status }) => status === "COMPLETED") };
}

/** After loading more rows, the focus moves to the first new one. */
function useFocusOnMore(list: { readonly current: HTMLUListElement | null }, data: Inbox | null): void {
  const before = useRef({ pages: 0, paths: new Set<string>() });
  useEffect(() => {
    if (!data) return;
    const links = [...(list.current?.querySelectorAll("a") ?? [])];
    const isMore = before.current.pages > 0 && data.pages > before.current.pages;
    if (isMore) links.find(({ pathname }) => !before.current.paths.has(pathname))?.focus();
    before.current = { pages: data.pages, paths: new Set(links.map(({ pathname }) => pathname)) };
  }, [data]);
}

function Nothing({ inbox: { messages, hasPage, username }, tab }: { readonly inbox: Inbox; readonly tab: Tab }): VNode {
  const { t } = useReader();
  const way = (href: string, text: TextKey, kind = "") => (
    <a class={`button ${kind}`} href={href}>
      {t(text)}
    </a>
  );
  if (!hasPage) return <Empty action={way("/discover", "page.home.find", "primary")}>{t("page.messages.none")}</Empty>;
  if (messages === null || messages.length === 0) return <FirstDay username={username} />;
  if (tab === "answered") return <Empty>{t("page.inbox.noneAnswered")}</Empty>;
  return <Empty action={way("/dashboard", "page.numbers.title")}>{t("page.inbox.allAnswered")}</Empty>;
}

/** Without messages, the creator is offered the address to share. */
function FirstDay({ username }: Pick<Inbox, "username">): VNode {
  const { t } = useReader();
  return (
    <div class="empty">
      <p>{t("page.inbox.none")}</p>
      <p>
        <OwnAddress username={username} />
      </p>
      <ShareAddress username={username} isPrimary />
    </div>
  );
}
