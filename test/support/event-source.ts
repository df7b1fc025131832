import { eventually } from "./eventually.ts";
import type { Reply } from "./http.ts";

export interface ServerEvent {
  readonly id?: string;
  readonly event?: string;
  readonly data?: string;
}

/** A client of one stream of server-sent events. */
export interface EventSourceClient {
  readonly status: number;
  readonly headers: Headers;
  /** The events received so far. */
  readonly events: readonly ServerEvent[];
  /** The number of comments received so far. */
  readonly comments: number;
  readonly ended: boolean;
  /** The parsed data of all events of a kind. */
  data<T>(event: string): T[];
  /** Waits for `count` events of a kind, and returns the data of all of them. */
  until<T>(event: string, count: number, withinMs?: number): Promise<T[]>;
  close(): void;
}

/** Connects to a stream. A response of any other kind counts as an ended stream. */
export async function openEventSource(url: string, headers: Readonly<Record<string, string>>): Promise<EventSourceClient> {
  const abort = new AbortController();
  const response = await fetch(url, { headers, signal: abort.signal });
  const events: ServerEvent[] = [];
  const state = { comments: 0, ended: false };
  void readAll(response, (block) => {
    if (block.startsWith(":")) state.comments += 1;
    else events.push(eventOf(block));
  }).finally(() => {
    state.ended = true;
  });
  const data = <T>(kind: string) => events.filter(({ event }) => event === kind).map((event) => JSON.parse(event.data ?? "null") as T);
  return {
    status: response.status,
    headers: response.headers,
    events,
    get comments() {
      return state.comments;
    },
    get ended() {
      return state.ended;
    },
    data,
    until: <T>(kind: string, count: number, withinMs?: number) =>
      eventually(() => {
        const found = data<T>(kind);
        if (found.length < count) throw new Error(`${found.length} of ${count} events ${kind}`);
        return found;
      }, withinMs),
    close: () => abort.abort(),
  };
}

/** Status and headers of a stream, which is closed at once: its body never ends and is not JSON. That of a refusal is. */
export async function headOfStream(url: string, headers: Readonly<Record<string, string>>): Promise<Reply> {
  const abort = new AbortController();
  const response = await fetch(url, { headers, signal: abort.signal });
  const body: unknown = response.ok ? undefined : await response.json();
  abort.abort();
  return { status: response.status, headers: response.headers, cookies: [], body: body as Reply["body"] };
}

async function readAll(response: Response, onBlock: (block: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for await (const chunk of response.body ?? []) {
      rest += decoder.decode(chunk as Uint8Array, { stream: true });
      const blocks = rest.split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) onBlock(block);
    }
  } catch {
    // The test or the server has closed the connection.
  }
}

function eventOf(block: string): ServerEvent {
  return Object.fromEntries(block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]));
}
