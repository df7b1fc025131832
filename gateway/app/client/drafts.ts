import type { ComposeTerms } from "#gateway/ui/compose-terms.ts";
import { nullable, number, object, oneOf, optional, type Shape, text } from "./browser/shapes.ts";
import { browserStorage } from "./browser/storage.ts";

/** An unsent message that was begun on a page. */
export interface Draft {
  readonly text: string;
  /** As it was typed. */
  readonly price: string;
  readonly hours: number | null;
  /** Idempotency key of the message, the same for each attempt. A refused attempt needs a new one. */
  readonly key: string;
  /** Name of the receiving creator. */
  readonly to?: string;
  /** Set while a top-up is under way that was begun to send this draft; gone with the next change of it. */
  readonly agreed?: Agreed | undefined;
}

/** What a reader agreed to by paying: the message is sent for this price as soon as the top-up has succeeded. */
export interface Agreed {
  readonly topupId: string;
  readonly dmType: ComposeTerms["dmType"];
  /** Decimal; what the reader pays. */
  readonly price: string;
  /** Decimal; the lowest price at that time. */
  readonly minimum: string;
  readonly hours: number;
  /** Quote of an attempt to send it, whose response may be lost. */
  readonly quoteId?: string;
}

const AGREED = object<Agreed>({
  ...{ topupId: text, price: text, minimum: text, hours: number },
  dmType: oneOf("FREE", "SINGLE_PAY", "PER_MESSAGE"),
  quoteId: optional(text),
});

export const MESSAGE_DRAFT = object<Draft>({
  ...{ text, price: text, hours: nullable(number), key: text, to: optional(text) },
  agreed: optional(AGREED),
});

/** An unsent message, with the page to continue it on. */
export interface BegunMessage {
  readonly page: string;
  readonly name: string;
}

/** Path of the page on which a message is written. */
const MESSAGE_PAGE = /^\/([^/]+)\/message$/;
const PREFIX = "draft:";
const LIFETIME_MS = 24 * 3_600_000;
/** Owner of drafts written before signing in. The next user who signs in here adopts them. */
const NOBODY = "nobody";

const nameOf = (page: string, userId: string | null) => `${PREFIX}${userId ?? NOBODY}:${page}`;

/** Finds the draft of a page. A draft written while signed out is adopted by the user who has since signed in. */
export function findDraft<D extends object>(page: string, userId: string | null, shape: Shape<D>): D | null {
  const own = read(nameOf(page, userId), shape);
  if (userId === null || own) return own;
  const adopted = read(nameOf(page, null), shape);
  if (!adopted) return null;
  keepDraft<D>(page, userId, adopted);
  dropDraft(page, null);
  return adopted;
}

/** Stores a draft in this browser for a day. Without storage it lives on the page only. */
export function keepDraft<D extends object = Draft>(page: string, userId: string | null, draft: NoInfer<D>): void {
  browserStorage.set(nameOf(page, userId), JSON.stringify({ ...draft, until: Date.now() + LIFETIME_MS }));
}

/** Whether the draft of a page is sent as soon as this top-up has succeeded. */
export function isAgreed(page: string, userId: string | null, topupId: string): boolean {
  return findDraft(page, userId, MESSAGE_DRAFT)?.agreed?.topupId === topupId;
}

/** The draft that was to be sent after one top-up is sent after another one, which was begun in its place. */
export function moveAgreement(page: string, userId: string | null, from: string, topupId: string): void {
  const draft = findDraft(page, userId, MESSAGE_DRAFT);
  if (draft?.agreed?.topupId === from) keepDraft(page, userId, { ...draft, agreed: { ...draft.agreed, topupId } });
}

export function dropDraft(page: string, userId: string | null): void {
  browserStorage.set(nameOf(page, userId), null);
}

/** The unsent messages in this browser, including those written before signing in. */
export function begunMessages(userId: string | null): readonly BegunMessage[] {
  const begun = new Map<string, BegunMessage>();
  for (const owner of new Set([NOBODY, userId ?? NOBODY])) {
    const prefix = `${PREFIX}${owner}:`;
    for (const name of browserStorage.names()) {
      const page = name.slice(prefix.length);
      const draft = name.startsWith(prefix) && MESSAGE_PAGE.test(page) ? read(name, MESSAGE_DRAFT) : null;
      if (draft?.to !== undefined && draft.text.trim() !== "") begun.set(page, { page, name: draft.to });
    }
  }
  return [...begun.values()];
}

/**
 * Receiver of the message written on a page: the name in the draft, else the username of the address. Null: no message is written there.
 */
export function receiverOn(page: string): string | null {
  const [, username] = MESSAGE_PAGE.exec(page) ?? [];
  if (username === undefined) return null;
  const stored = browserStorage.names().find((name) => name.startsWith(PREFIX) && name.endsWith(`:${page}`));
  return (stored !== undefined && read(stored, MESSAGE_DRAFT)?.to) || `@${username}`;
}

/** After signing out, no drafts of any user remain here. */
export function dropAllDrafts(): void {
  for (const name of browserStorage.names()) if (name.startsWith(PREFIX)) browserStorage.set(name, null);
}

const isDated = object<{ readonly until: number }>({ until: number });

function read<D extends object>(name: string, shape: Shape<D>): D | null {
  const isDraft = (value: unknown): value is D & { readonly until: number } => isDated(value) && shape(value);
  const draft = browserStorage.getJson(name, isDraft);
  if (draft === null) return null;
  if (draft.until > Date.now()) return draft;
  browserStorage.set(name, null);
  return null;
}
