import { LRUCache } from "lru-cache";
import type { Locale } from "#libs/contracts/shared.ts";
import { MINUTE } from "#libs/kernel/clock.ts";
import type { Logger } from "#libs/platform/log/logger.ts";
import type { NotificationStore } from "../data/notification.store.ts";
import type { RecipientDoc } from "../data/recipient.model.ts";
import type { RecipientStore } from "../data/recipient.store.ts";
import { type PageView, pageView } from "./page-view.ts";

/** Longest first page that is cached, in items. */
export const FIRST_PAGE_SIZE = 20;
/** Entries of the cache; each takes up to 32 KiB. */
const MAX_CACHED = 200;
/** The fields that differ whenever a list has changed. */
const LIST_FIELDS = ["seq", "total", "unread", "redactions"] as const satisfies readonly (keyof RecipientDoc)[];
/** Limits how long names and links stay in memory after a user's last request. */
const CACHED_MS = 5 * MINUTE;

export interface FirstPages {
  /** The first page of a user's list. One small command checks whether the list has changed since the user's last request. */
  get(userId: string): Promise<PageView>;
}

/**
 * A cache of first pages for users who request them again and again, like an open page in a browser. Each change of a list changes its
 * recipient in the same transaction. A recipient never returns to a former state, so a page is valid as long as its recipient is the same.
 * The rows of a page are never older than the recipient that was read with it.
 */
export function firstPages(
  notifications: Pick<NotificationStore, "list">,
  recipients: Pick<RecipientStore, "find">,
  logger: Logger,
): FirstPages {
  const stored = new LRUCache<string, PageView>({ max: MAX_CACHED, ttl: CACHED_MS });
  return {
    async get(userId) {
      const known = stored.get(userId);
      const recipient = known && (await recipients.find(userId));
      if (known && recipient && isSameList(recipient, known.recipient)) return { ...known, recipient };
      const read = await notifications.list(userId, null, { page: 1, limit: FIRST_PAGE_SIZE });
      const page = wordedOnce(pageView(read, logger));
      if (page.recipient) stored.set(userId, page);
      return page;
    },
  };
}

/** Caches the texts in the locale of the last request. */
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
