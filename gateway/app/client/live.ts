import { createParser } from "eventsource-parser";
import { session } from "./api.ts";

/** An event for the signed-in user. */
export type News =
  | { readonly kind: "notification"; readonly eventKey: string; readonly data: Readonly<Record<string, unknown>> | null }
  | { readonly kind: "unread"; readonly count: number }
  /** The stream was interrupted, so events may have been missed. */
  | { readonly kind: "back" };

const ADDRESS = "/api/v1/notifications/stream";
const RETRY_MS = 1_000;
const RETRY_AFTER_FAILURE_MS = 5_000;

const channel = new BroadcastChannel("news");
const listeners = new Set<(news: News) => void>();
let isListening = false;

/** Subscribes to all news; returns the function that unsubscribes. The tabs of a browser share one stream. */
export function onNews(listener: (news: News) => void): () => void {
  listeners.add(listener);
  if (!isListening) {
    isListening = true;
    channel.addEventListener("message", ({ data }: MessageEvent<News>) => tell(data));
    void navigator.locks.request("news", streamForAllTabs);
  }
  return () => void listeners.delete(listener);
}

function tell(news: News): void {
  for (const listener of listeners) listener(news);
}

function tellAllTabs(news: News): void {
  tell(news);
  channel.postMessage(news);
}

/** The tab with the lock holds the stream until it closes; then another tab connects. */
async function streamForAllTabs(): Promise<never> {
  let lastEventId: string | null = null;
  const parser = createParser({
    onEvent({ id, event, data }) {
      lastEventId = id ?? lastEventId;
      tellAllTabs({ kind: event, ...JSON.parse(data) } as News);
    },
  });
  for (let turn = 0; ; turn += 1) {
    const connected = () => turn > 0 && tellAllTabs({ kind: "back" });
    const isEnded = await readStream(lastEventId, parser.feed, connected).catch(() => false);
    parser.reset();
    await new Promise((resolve) => setTimeout(resolve, isEnded ? RETRY_MS : RETRY_AFTER_FAILURE_MS));
  }
}

/** Resolves to true when the stream or its token has expired, so that it can reconnect soon. A stream never outlives its token. */
async function readStream(lastEventId: string | null, feed: (chunk: string) => void, connected: () => void): Promise<boolean> {
  const token = await session.token();
  if (token === null) return false;
  const headers = { Authorization: `Bearer ${token}`, ...(lastEventId === null ? {} : { "Last-Event-ID": lastEventId }) };
  const { ok, status, body } = await fetch(ADDRESS, { headers });
  if (status === 401) return (await session.renewed(token)) !== null;
  if (!ok || !body) return false;
  connected();
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) feed(chunk.value);
  return true;
}
