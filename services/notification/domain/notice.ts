import type { NotificationKey } from "#libs/contracts/notification/index.ts";

/** The variable part of a notification: ids, names, amounts and words of the staff; never a text that one user wrote to another. */
export type NoticeData = Readonly<Record<string, string>>;

/** One event for one user, before it is sent through the channels of its key. */
export interface Notice {
  readonly userId: string;
  readonly eventKey: NotificationKey;
  readonly data: NoticeData | null;
  /** Further values that only its mail names. */
  readonly mailData?: NoticeData;
  /** The user whose name is in the data; it is removed when that account is deleted. */
  readonly namedUserId?: string | undefined;
}

/** The fields that have a value: an event may lack a name or an amount. */
export function noticeData(fields: Readonly<Record<string, string | null>>): NoticeData {
  const present = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== null && entry[1] !== "");
  return Object.fromEntries(present);
}

/** The path of a chat session in a client (spec 4.10). */
export function chatLink(sessionId: string): string {
  return `/messages/${sessionId}`;
}

/** The price of a message as data of a notification; nothing for a free one. */
export function priceData({ price, currency }: { readonly price: string | null; readonly currency: string }): NoticeData {
  return price === null ? {} : { amount: price, currency };
}
