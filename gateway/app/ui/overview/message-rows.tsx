import type { ComponentChildren, VNode } from "preact";
import { isOpen, TimeLeft } from "#gateway/ui/parts/message-state.tsx";
import { TimedFace } from "#gateway/ui/parts/note.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Money, Name, Time } from "#gateway/ui/parts/values.tsx";
import type { Received, Session } from "../../client/message-pages.ts";

/** A conversation, represented by its newest message. */
export function SessionRow({ session, ...link }: { readonly session: Session } & RowLink): VNode {
  const { t } = useReader();
  const { counterpart, preview, lastMessageAt, unread } = session;
  return (
    <Row {...link} session={session} preview={preview} name={nameOf(counterpart) ?? t("page.messages.someone")}>
      {unread > 0 && <strong>{t("page.messages.unread", { count: unread })}</strong>}
      <span class="hint">
        <Time at={lastMessageAt} as="relative" />
      </span>
    </Row>
  );
}

/** A message to a creator, with its earnings and the time left to reply. */
export function ReceivedRow({
  message,
  session,
  ...link
}: { readonly message: Received; readonly session: Session | undefined } & RowLink): VNode {
  const { t } = useReader();
  const { content, creatorShare, currency, expiresAt, sentAt } = message;
  return (
    <Row {...link} session={session} message={message} preview={content} name={nameOf(session?.counterpart) ?? t("page.messages.someone")}>
      {creatorShare === null ? t("page.state.free") : <Money amount={creatorShare} currency={currency} />}
      {isOpen(message) ? (
        <TimeLeft at={expiresAt} />
      ) : (
        <span class="hint">
          <Time at={sentAt} as="relative" />
        </span>
      )}
    </Row>
  );
}

/** A message of the reader that waits for an answer or a check, with its price and the time left. */
export function SentRow({
  message,
  session,
  ...link
}: { readonly message: Received; readonly session: Session | undefined } & RowLink): VNode {
  const { t } = useReader();
  const { content, price, currency, expiresAt } = message;
  const name = nameOf(session?.counterpart) ?? t("page.messages.someone");
  return (
    <Row {...link} session={session} message={message} preview={content} name={name}>
      {price === null ? t("page.state.free") : <Money amount={price} currency={currency} />}
      {isOpen(message) ? <TimeLeft at={expiresAt} /> : <span class="left">{t("page.state.checked")}</span>}
    </Row>
  );
}

/** The messages whose price is held, the one that ends first at the top. */
export function heldOf(messages: readonly Received[]): readonly Received[] {
  const held = messages.filter((message) => message.price !== null && (isOpen(message) || message.status === "PENDING"));
  return held.toSorted((a, b) => a.expiresAt.localeCompare(b.expiresAt));
}

/** The messages that can still be answered, the one that ends first at the top. */
export function byDeadline(messages: readonly Received[]): readonly Received[] {
  return messages.filter(isOpen).toSorted((a, b) => a.expiresAt.localeCompare(b.expiresAt));
}

interface RowLink {
  readonly href: string;
  /** It is open beside the list. */
  readonly isCurrent?: boolean;
}

interface RowProps extends RowLink {
  readonly session: Session | undefined;
  readonly name: string;
  readonly preview: string;
  /** Its ring surrounds the face. */
  readonly message?: Received;
  readonly children: ComponentChildren;
}

function Row({ href, isCurrent, session, name, preview, message, children }: RowProps): VNode {
  return (
    <li>
      <a class="item" href={href} aria-current={isCurrent ? "page" : undefined}>
        <TimedFace url={session?.counterpart.avatarUrl ?? null} {...{ name, message }} />
        <span class="text">
          <Name>{name}</Name>
          <span class="preview" dir="auto">
            {preview}
          </span>
        </span>
        <span class="end">{children}</span>
      </a>
    </li>
  );
}

/** The name of the other person. A deleted user has none, and a fan need not give one. */
function nameOf(counterpart: Session["counterpart"] | undefined): string | null {
  return counterpart?.displayName ?? counterpart?.username ?? null;
}
