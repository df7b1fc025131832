import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import type { TicketStatus } from "#libs/contracts/content/support.ts";
import { UnsentText } from "../unsent-text.tsx";
import { TicketState } from "./support-parts.tsx";
import { Conversation, Reply, type Side, type TicketMessage } from "./ticket-conversation.tsx";

interface TicketViewProps {
  readonly ticket: { readonly subject: string; readonly status: TicketStatus; readonly messages: readonly TicketMessage[] };
  /** The reader's side. */
  readonly own: Side;
  /** Path of the ticket list; null: the page around it leads there. */
  readonly back: string | null;
  /** Shown beside the state. */
  readonly about: ComponentChildren;
  /** @param key idempotency key of one attempt and its repetitions */
  send(text: string, key: string): Promise<unknown>;
  changed(): void;
  /** Further actions while the ticket is open. */
  readonly whenOpen?: ComponentChildren;
  readonly whenClosed?: ComponentChildren;
}

/** One ticket: the messages of both sides, and the field for the next one. */
export function TicketView({ ticket, own, back, about, send, changed, whenOpen, whenClosed }: TicketViewProps): VNode {
  const { t } = useReader();
  const { subject, status, messages } = ticket;
  const [text, setText] = useState("");
  return (
    <>
      {back !== null && (
        <p class="actions">
          <a href={back}>{t("page.support.title")}</a>
        </p>
      )}
      <h1 tabIndex={-1} dir="auto">
        {subject}
      </h1>
      <p>
        <TicketState status={status} /> {about}
      </p>
      <Conversation messages={messages} own={own} />
      {status === "CLOSED" ? (
        <>
          {whenClosed}
          {/* The ticket was closed while a reply was being written. The text stays visible, so it can be copied. */}
          {text.trim() !== "" && <UnsentText text={text} />}
        </>
      ) : (
        <>
          <Reply keys={own === "SUPPORT" ? "r" : undefined} text={text} type={setText} send={send} changed={changed} />
          {whenOpen}
        </>
      )}
    </>
  );
}
