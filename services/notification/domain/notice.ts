import type { NotificationKey } from "#libs/contracts/notification.ts";

/** What a notification tells besides its key: ids, names and amounts. Never a text that a user wrote to another. */
export type NoticeData = Readonly<Record<string, string>>;

/** One notification for one user, before it is stored. */
export interface Notice {
  readonly userId: string;
  readonly eventKey: NotificationKey;
  readonly data: NoticeData | null;
  /** Whose name is among the data: it is taken out when the account is deleted. */
  readonly namedUserId?: string | undefined;
}

/** Names and amounts that an event may lack are left out. */
export function dataOf(facts: Readonly<Record<string, string | null>>): NoticeData {
  const known = Object.entries(facts).filter((entry): entry is [string, string] => entry[1] !== null && entry[1] !== "");
  return Object.fromEntries(known);
}

/** Where a client shows a chat session (spec 4.10). */
export function deepLinkOf(sessionId: string): string {
  return `/messages/${sessionId}`;
}

/** The price of a message as data of a notification; nothing for a free one. */
export function amountOf({ price, currency }: { readonly price: string | null; readonly currency: string }): NoticeData {
  return price === null ? {} : { amount: price, currency };
}
