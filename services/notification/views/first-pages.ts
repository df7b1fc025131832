import { LRUCache } from "lru-cache";
import type { Locale } from "#libs/contracts/shared.ts";
import { MINUTE } from "#libs/kernel/clock.ts";
import type { Logger } from "#libs/platform/log/logger.ts";
import type { NotificationStore } from "../data/notification.store.ts";
import type { RecipientDoc } from "../data/recipient.model.ts";
import type { RecipientStore } from "../data/recipient.store.ts";
import { type PageView, pageView } from "./page-view.ts";

/** Items of the longest first page that is kept. */
export const FIRST_PAGE_SIZE = 20;
/** Each takes up to 32 KiB. */
const MOST_KEPT = 200;
/** What tells one state of a list from another. */
const LIST_FIELDS = ["seq", "total", "unread", "redactions"] as const satisfies readonly (keyof RecipientDoc)[];
/** How long names and links of somebody who no longer asks stay in memory. */
const KEPT_MS = 5 * MINUTE;

export interface FirstPages {
  /** The first page of a user's list, by one small command while the list stays as it was when the user asked last. */
  get(userId: string): Promise<PageView>;
}

/**
 * The first pages of users who ask for them again and again, as an open page in a browser does. Each change of a list changes its
 * recipient in the same transaction, and the recipient never returns to a former state, so a page is shown as long as its recipient is
 * the same. The rows of a page are never older than the recipient that it was read with.
 */
export function firstPages(
  notifications: Pick<NotificationStore, "list">,
  recipients: Pick<RecipientStore, "find">,
  logger: Logger,
): FirstPages {
  const kept = new LRUCache<string, PageView>({ max: MOST_KEPT, ttl: KEPT_MS });
  return {
    async get(userId) {
      const known = kept.get(userId);
      const recipient = known && (await recipients.find(userId));
      if (known && recipient && isSameList(recipient, known.recipient)) return { ...known, recipient };
      const read = await notifications.list(userId, null, { page: 1, limit: FIRST_PAGE_SIZE });
      const page = wordedOnce(pageView(read, logger));
      if (page.recipient) kept.set(userId, page);
      return page;
    },
  };
}

/** Keeps the texts in the locale of the last request. */
function wordedOnce({ recipient, itemsIn }: PageView): PageView {
  let worded: { readonly locale: Locale; readonly items: ReturnType<PageView["itemsIn"]> } | null = null;
  return {
    recipient,
    itemsIn(locale) {
      if (worded?.locale !== locale) worded = { locale, items: itemsIn(locale) };
      return worded.items;
    },
  };
}

function isSameList(one: RecipientDoc, other: RecipientDoc | null): boolean {
  return LIST_FIELDS.every((field) => one[field] === other?.[field]);
}
