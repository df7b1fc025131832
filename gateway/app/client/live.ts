import { createParser } from "eventsource-parser";
import { session } from "./api.ts";
import { forAllTabs, PATIENCE_MS, passed, tabChannel } from "./browser/tabs.ts";

/** An event for the signed-in user. */
export type News =
  | { readonly kind: "notification"; readonly eventKey: string; readonly data: Readonly<Record<string, unknown>> | null }
  | { readonly kind: "unread"; readonly count: number }
  /** A message, payout or ticket of the user is not as it was. */
  | { readonly kind: "changed" }
  /** The stream was interrupted, so events may have been missed. */
  | { readonly kind: "back" };

/** Tabs ask which of them holds the stream; it answers unless it hangs. */
type Word = News | { readonly kind: "who" } | { readonly kind: "here" };

const ADDRESS = "/api/v1/notifications/stream";
const RETRY_MS = 1_000;
const RETRY_AFTER_FAILURE_MS = 5_000;
/** Interval at which the other tabs ask for the one with the stream. */
const ASK_MS = 1_500;
/** The server sends something every 20 seconds. After this long without, the connection is dead, for example because the device slept. */
const SILENCE_MS = 50_000;

const channel = tabChannel<Word>("news");
const listeners = new Set<(news: News) => void>();
let isListening = false;
let isHolder = false;
/** Since when this tab waits for its token or for the answer of the server; null: it does not wait. */
let waitingSince: number | null = null;
let hasHeard = false;
let lastEventId: string | null = null;
/** Not before the first connection of this tab. */
let mayHaveMissed = false;
let reading = new AbortController();

/** Subscribes to all news; returns the function that unsubscribes. The tabs of a browser share one stream. */
export function onNews(listener: (news: News) => void): () => void {
  listeners.add(listener);
  if (!isListening) {
    isListening = true;
    channel.onWord(hear);
    void shareStream();
  }
  return () => void listeners.delete(listener);
}

function hear(word: Word): void {
  if (word.kind === "here") hasHeard = true;
  else if (word.kind !== "who") tell(word);
  else if (isHolder && !isHanging()) channel.post({ kind: "here" });
}

const isHanging = () => waitingSince !== null && performance.now() - waitingSince > PATIENCE_MS;

function tell(news: News): void {
  for (const listener of listeners) listener(news);
}

function tellAllTabs(news: News): void {
  tell(news);
  channel.post(news);
}

/** Tells the other tabs of this browser of a change that the stream does not carry. */
export function tellOtherTabs(): void {
  channel.post({ kind: "changed" });
}

/** One tab holds the stream for all. When it closes or hangs, another tab connects. */
async function shareStream(): Promise<never> {
  session.onEnd(() => {
    lastEventId = null;
    reading.abort();
  });
  for (let isHeld = true; ; ) {
    await forAllTabs("news", isHeld ? "when free" : "take", stream);
    isHolder = false;
    mayHaveMissed = true;
    hasHeard = false;
    channel.post({ kind: "who" });
    await passed(ASK_MS);
    isHeld = hasHeard;
  }
}

async function stream(stop: AbortSignal): Promise<void> {
  isHolder = true;
  stop.addEventListener("abort", () => reading.abort());
  const parser = createParser({
    onEvent({ id, event, data }) {
      lastEventId = id ?? lastEventId;
      tellAllTabs({ kind: event, ...JSON.parse(data) } as News);
    },
  });
  while (!stop.aborted) {
    reading = new AbortController();
    const isEnded = await readStream(parser.feed, reading).catch(() => false);
    waitingSince = null;
    mayHaveMissed = true;
    parser.reset();
    await passed(isEnded ? RETRY_MS : RETRY_AFTER_FAILURE_MS);
  }
}

/** Resolves to true when the stream or its token has expired, so that it can reconnect soon. A stream never outlives its token. */
async function readStream(feed: (chunk: string) => void, connection: AbortController): Promise<boolean> {
  waitingSince = performance.now();
  const token = await session.token();
  if (token === null) return false;
  const headers = { Authorization: `Bearer ${token}`, ...(lastEventId === null ? {} : { "Last-Event-ID": lastEventId }) };
  const silence = timer(SILENCE_MS, () => connection.abort());
  try {
    const { ok, status, body } = await fetch(ADDRESS, { headers, signal: connection.signal });
    if (status === 401) return (await session.renewed(token)) !== null;
    if (!ok || !body) return false;
    waitingSince = null;
    if (mayHaveMissed) tellAllTabs({ kind: "back" });
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      silence.restart();
      feed(chunk.value);
    }
    return true;
  } finally {
    silence.stop();
  }
}

function timer(ms: number, elapsed: () => void) {
  let running = setTimeout(elapsed, ms);
  const stop = () => clearTimeout(running);
  return {
    stop,
    restart() {
      stop();
      running = setTimeout(elapsed, ms);
    },
  };
}
