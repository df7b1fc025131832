import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button, TextField } from "#gateway/ui/parts/controls.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Time, Written } from "#gateway/ui/parts/values.tsx";
import { randomKey } from "#libs/client/random-key.ts";
import { isRefusal } from "../../client/refusal.ts";
import { ErrorNote } from "../error-note.tsx";
import { useRequired } from "../use-required.ts";
import { useWork } from "../use-work.ts";
import { MAX_MESSAGE } from "./support-parts.tsx";

export type Side = "USER" | "SUPPORT";

export interface TicketMessage {
  readonly from: Side;
  readonly text: string;
  readonly at: string;
}

interface ConversationProps {
  readonly messages: readonly TicketMessage[];
  /** The reader's side. */
  readonly own: Side;
}

/** The messages of both sides, in order. A new message of the other side is announced once, without its text. */
export function Conversation({ messages, own }: ConversationProps): VNode {
  const { t, formats } = useReader();
  const news = useAnnouncement(messages, own);
  const names = { USER: own === "USER" ? t("page.thread.you") : t("page.support.asker"), SUPPORT: t("page.support.title") };
  return (
    <>
      <p class="visually-hidden" aria-live="polite">
        {news}
      </p>
      <div class="thread">
        {messages.map(({ from, text, at }, index) => (
          <article key={index} class={from === own ? "own" : "theirs"} aria-label={`${names[from]}, ${formats.dateTime(at)}`}>
            <Written text={text} />
            <p class="hint">
              {names[from]} · <Time at={at} />
            </p>
          </article>
        ))}
      </div>
    </>
  );
}

function useAnnouncement(messages: readonly TicketMessage[], own: Side): string {
  const { t } = useReader();
  const others = messages.filter(({ from }) => from !== own).length;
  const seen = useRef(others);
  const [news, setNews] = useState("");
  useEffect(() => {
    if (others > seen.current) setNews(t(own === "USER" ? "page.support.news" : "page.support.asked"));
    seen.current = others;
  }, [others]);
  return news;
}

interface ReplyProps {
  readonly text: string;
  type(text: string): void;
  /** @param key idempotency key of one attempt and its repetitions */
  send(text: string, key: string): Promise<unknown>;
  changed(): void;
}

/** The field for the next message. The text stays until the API has confirmed the message. */
export function Reply({ text, type, send, changed }: ReplyProps): VNode {
  const { t } = useReader();
  const [key, setKey] = useState(randomKey);
  const required = useRequired();
  const { busy, failure, run } = useWork();
  const write = async () => {
    try {
      await send(text, key);
    } catch (error) {
      if (isRefusal(error)) {
        setKey(randomKey());
        changed();
      }
      throw error;
    }
    setKey(randomKey());
    type("");
    changed();
  };
  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        if (required.check(text)) void run(write);
      }}
    >
      <TextField
        label={t("page.answer.text")}
        name="reply"
        maxLength={MAX_MESSAGE}
        value={text}
        problem={required.problemOf(text)}
        onInput={(event) => {
          type(event.currentTarget.value);
          setKey(randomKey());
        }}
      />
      {failure !== null && <ErrorNote error={failure} />}
      <p class="actions">
        <Button type="submit" kind="primary" busy={busy}>
          {t("page.answer.send")}
        </Button>
      </p>
    </form>
  );
}
