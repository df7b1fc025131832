import { session } from "./client/api.ts";
import { showCount } from "./client/frame.ts";
import { onNews } from "./client/live.ts";

let title = "";
let unread = 0;
let isFollowing = false;

/** Sets the document title, prefixed with the number of unread notifications. */
export function showTitle(text: string): void {
  title = text;
  show();
}

/** Updates the number from the first call on. */
export function followUnread(): void {
  if (isFollowing) return;
  isFollowing = true;
  session.onEnd(() => {
    unread = 0;
    show();
  });
  onNews((news) => {
    if (news.kind !== "unread") return;
    unread = news.count;
    show();
  });
}

function show(): void {
  showCount("notifications", unread);
  document.title = unread > 0 ? `(${unread}) ${title}` : title;
}
