import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError, dataOf } from "#libs/client/index.ts";
import { Button, TextField } from "../parts/controls.tsx";
import { useReader } from "../parts/reader.tsx";
import { Time, Written } from "../parts/values.tsx";
import type { AppPage } from "./app-page.ts";
import { Loaded, useData } from "./data.tsx";
import { ErrorNote } from "./error-note.tsx";
import { NotFound } from "./not-found.tsx";
import { isRefusal } from "./refusal.ts";
import { LONGEST_MESSAGE, TicketState } from "./support-parts.tsx";
import { api } from "./surroundings.ts";
import { useNews } from "./use-news.ts";
import { useWork } from "./use-work.ts";

const ticketOf = (ticketId: string) => dataOf(api.GET("/support/tickets/{ticketId}", { params: { path: { ticketId } } }));

type Ticket = Awaited<ReturnType<typeof ticketOf>>;

/** A ticket of the reader; null: there is none of this id. */
async function findTicket(ticketId: string): Promise<Ticket | null> {
  try {
    return await ticketOf(ticketId);
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null;
    throw error;
  }
}

/** What the reader and support have written to each other about one thing. */
export default function TicketPage({ params: { ticketId = "" } }: AppPage): VNode {
  const asked = useData(ticketId, async () => ({ ticket: await findTicket(ticketId) }));
  useNews(asked.reload);
  return (
    <Loaded asked={asked}>
      {({ ticket }) =>
        ticket ? (
          <Conversation ticket={ticket} changed={asked.reload} />
        ) : (
          <NotFound text="page.support.notFound" back="/support" backText="page.support.title" />
        )
      }
    </Loaded>
  );
}

function Conversation({ ticket, changed }: { readonly ticket: Ticket; changed(): void }): VNode {
  const { t, formats } = useReader();
  const { id, subject, status, messages } = ticket;
  const news = useAnnouncement(messages);
  const [text, setText] = useState("");
  return (
    <>
      <p class="actions">
        <a href="/support">{t("page.support.title")}</a>
      </p>
      <h1 tabIndex={-1} dir="auto">
        {subject}
      </h1>
      <p>
        <TicketState status={status} /> {status === "OPEN" && t("page.support.received")}
      </p>
      <p class="visually-hidden" aria-live="polite">
        {news}
      </p>
      <div class="thread">
        {messages.map(({ from, text, at }, index) => {
          const writer = from === "USER" ? t("page.thread.you") : t("page.support.title");
          return (
            <article key={index} class={from === "USER" ? "own" : "theirs"} aria-label={`${writer}, ${formats.dateTime(at)}`}>
              <Written text={text} />
              <p class="hint">
                {writer} · <Time at={at} />
              </p>
            </article>
          );
        })}
      </div>
      {status === "CLOSED" ? (
        <>
          <p>{t("page.support.ended")}</p>
          {/* It was closed while somebody was writing: the text can still be copied. */}
          {text.trim() !== "" && <Written text={text} />}
          <p class="actions">
            <a class="button" href="/support">
              {t("page.support.new")}
            </a>
          </p>
        </>
      ) : (
        <Reply ticketId={id} text={text} type={setText} changed={changed} />
      )}
    </>
  );
}

interface ReplyProps {
  readonly ticketId: string;
  readonly text: string;
  type(text: string): void;
  changed(): void;
}

function Reply({ ticketId, text, type, changed }: ReplyProps): VNode {
  const { t } = useReader();
  const [key, setKey] = useState<string>(() => crypto.randomUUID());
  const { busy, failure, run } = useWork();
  const isEmpty = text.trim() === "";
  const write = async () => {
    const params = { path: { ticketId }, header: { "Idempotency-Key": key } };
    try {
      await api.POST("/support/tickets/{ticketId}/messages", { params, body: { message: text } });
    } catch (error) {
      if (isRefusal(error)) {
        setKey(crypto.randomUUID());
        changed();
      }
      throw error;
    }
    setKey(crypto.randomUUID());
    type("");
    changed();
  };
  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty) void run(write);
      }}
    >
      <TextField
        label={t("page.answer.text")}
        name="reply"
        maxLength={LONGEST_MESSAGE}
        value={text}
        onInput={(event) => {
          type(event.currentTarget.value);
          setKey(crypto.randomUUID());
        }}
      />
      {failure !== null && <ErrorNote error={failure} />}
      <p class="actions">
        <Button type="submit" kind="primary" busy={busy} disabled={isEmpty}>
          {t("page.answer.send")}
        </Button>
      </p>
    </form>
  );
}

/** Says once that support has answered, and nothing of the text. */
function useAnnouncement(messages: Ticket["messages"]): string {
  const { t } = useReader();
  const answers = messages.filter(({ from }) => from === "SUPPORT").length;
  const seen = useRef(answers);
  const [news, setNews] = useState("");
  useEffect(() => {
    if (answers > seen.current) setNews(t("page.support.news"));
    seen.current = answers;
  }, [answers]);
  return news;
}
