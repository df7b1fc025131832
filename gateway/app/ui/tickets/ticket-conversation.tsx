import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "#gateway/ui/parts/controls.tsx";
import { TextField } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Time, Written } from "#gateway/ui/parts/values.tsx";
import { randomKey } from "#libs/client/random-key.ts";
import { isRefusal } from "../../client/refusal.ts";
import { Form, Refused } from "../form/form.tsx";
import { useForm } from "../form/use-form.ts";
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
  /** The key that enters the field, where a page has keys. */
  readonly keys?: string | undefined;
  readonly text: string;
  type(text: string): void;
  /** @param key idempotency key of one attempt and its repetitions */
  send(text: string, key: string): Promise<unknown>;
  changed(): void;
}

/** The field for the next message. The text stays until the API has confirmed the message. */
export function Reply({ keys, text, type, send, changed }: ReplyProps): VNode {
  const { t } = useReader();
  const [key, setKey] = useState(randomKey);
  const form = useForm();
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
    <Form form={form} isGuarded class="card" onSend={() => form.run(write)}>
      <TextField
        label={t("page.answer.text")}
        name="message"
        keys={keys}
        required
        maxLength={MAX_MESSAGE}
        value={text}
        onInput={(event) => {
          type(event.currentTarget.value);
          setKey(randomKey());
        }}
      />
      <Refused />
      <p class="actions">
        <Button type="submit" kind="primary" busy={form.busy}>
          {t("page.answer.send")}
        </Button>
      </p>
    </Form>
  );
}
