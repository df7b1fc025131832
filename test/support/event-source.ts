import { eventually } from "./eventually.ts";

export interface ServerEvent {
  readonly id?: string;
  readonly event?: string;
  readonly data?: string;
}

/** A client of one answer of server-sent events. */
export interface EventSourceClient {
  readonly status: number;
  readonly headers: Headers;
  /** What has arrived so far. */
  readonly events: readonly ServerEvent[];
  /** Comments so far. */
  readonly comments: number;
  readonly ended: boolean;
  /** The parsed data of all events of a kind. */
  data<T>(event: string): T[];
  /** Waits until so many events of a kind are there, and returns their data. */
  until<T>(event: string, count: number, withinMs?: number): Promise<T[]>;
  close(): void;
}

/** Connects; an answer that is no stream has ended already. */
export async function openEventSource(url: string, headers: Readonly<Record<string, string>>): Promise<EventSourceClient> {
  const abort = new AbortController();
  const answer = await fetch(url, { headers, signal: abort.signal });
  const events: ServerEvent[] = [];
  const seen = { comments: 0, ended: false };
  void readAll(answer, (block) => {
    if (block.startsWith(":")) seen.comments += 1;
    else events.push(eventOf(block));
  }).finally(() => {
    seen.ended = true;
  });
  const data = <T>(kind: string) => events.filter(({ event }) => event === kind).map((event) => JSON.parse(event.data ?? "null") as T);
  return {
    status: answer.status,
    headers: answer.headers,
    events,
    get comments() {
      return seen.comments;
    },
    get ended() {
      return seen.ended;
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

async function readAll(answer: Response, take: (block: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for await (const chunk of answer.body ?? []) {
      rest += decoder.decode(chunk as Uint8Array, { stream: true });
      const blocks = rest.split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) take(block);
    }
  } catch {
    // The test has closed it, or the server has cut it.
  }
}

function eventOf(block: string): ServerEvent {
  return Object.fromEntries(block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]));
}
