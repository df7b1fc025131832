import type { Texts } from "#gateway/ui/texts.ts";
import { listChatSessions } from "#libs/contracts/messaging/index.ts";
import { countUnreadNotifications } from "#libs/contracts/notification/index.ts";
import { api, session } from "../api.ts";
import { onNews } from "../live.ts";

/** What waits for the reader. */
interface Unread {
  readonly messages: number;
  readonly notifications: number;
}

/** Unread conversations are among the newest ones. */
const CONVERSATIONS = 50;
/** Above it, the number is not shown. */
const MAX_COUNT = 99;

let title = document.title;
/** Null: not asked yet. */
let unread: Unread | null = null;
let texts: Texts | null = null;
let isAsking = false;
let isOutdated = false;

/** Sets the document title, prefixed with the number of unread notifications. */
export function showTitle(text: string): void {
  title = text;
  show();
}

/** Shows what is unread in the title and in the navigation, from the first call on; each call asks again. */
export function followUnread(t: Texts): void {
  if (texts === null) {
    session.onEnd(() => {
      unread = null;
      show();
    });
    onNews(() => void ask());
  }
  texts = t;
  void ask();
}

/** One request at a time. News that come meanwhile lead to another one. */
async function ask(): Promise<void> {
  isOutdated = true;
  if (isAsking) return;
  isAsking = true;
  while (isOutdated) {
    isOutdated = false;
    // After a failure the earlier numbers stay; the next news or page asks again.
    const found = await numbers().catch(() => unread);
    if (!session.isSignedIn()) break;
    const before = unread;
    unread = found;
    show();
    if (before && found) announce(before, found);
  }
  isAsking = false;
}

async function numbers(): Promise<Unread> {
  const [{ items }, { count }] = await Promise.all([
    api.call(listChatSessions, { limit: CONVERSATIONS }),
    api.call(countUnreadNotifications),
  ]);
  // The open conversation is being read, and announces its messages itself.
  const others = items.filter(({ id }) => location.pathname !== `/messages/${id}`);
  return { messages: others.reduce((sum, each) => sum + each.unread, 0), notifications: count };
}

const placesOf = (kind: string) => [...document.querySelectorAll<HTMLElement>(`[data-count="${kind}"]`)];

function show(): void {
  const { messages, notifications } = unread ?? { messages: 0, notifications: 0 };
  document.title = notifications > 0 ? `(${notifications}) ${title}` : title;
  for (const place of placesOf("messages")) showCount(place, messages);
  for (const place of placesOf("notifications")) showCount(place, notifications);
}

function showCount(place: HTMLElement, count: number): void {
  place.hidden = count === 0;
  const [number, words] = [document.createElement("span"), document.createElement("span")];
  number.ariaHidden = "true";
  number.textContent = count > MAX_COUNT ? `${MAX_COUNT}+` : String(count);
  words.className = "visually-hidden";
  words.textContent = ` ${texts?.("page.messages.unread", { count }) ?? ""}`;
  place.replaceChildren(...(count === 0 ? [] : [number, words]));
}

/** Screen readers hear of a number when it grows. A message is a notification too, and is announced as a message only. */
function announce(before: Unread, now: Unread): void {
  const grown = (["messages", "notifications"] as const).find((kind) => now[kind] > before[kind]);
  const link =
    grown &&
    placesOf(grown)
      .find((place) => place.closest("a")?.hidden === false)
      ?.closest("a");
  const status = document.getElementById("unread-news");
  if (link && status) status.textContent = `${nameOf(link)}: ${texts?.("page.messages.unread", { count: now[grown] }) ?? ""}`;
}

/** The text of a link without its number. */
function nameOf(link: Element): string {
  const copy = link.cloneNode(true) as Element;
  copy.querySelector(".count")?.remove();
  return copy.textContent?.trim() ?? "";
}
