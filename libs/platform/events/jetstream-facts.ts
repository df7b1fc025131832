import { NatsError, type StoredMsg } from "nats";
import type { ConfirmedFact, LastFacts } from "./event-stream.ts";
import type { StreamLink } from "./jetstream-link.ts";
import type { StreamNames } from "./jetstream-streams.ts";
import { factIdOf } from "./message-id.ts";

const MESSAGE_NOT_FOUND = 10_037;
/** Concurrent requests for messages. */
const CHUNK = 25;

type Messages = Pick<StreamLink, "manager">;
type Query = { readonly seq: number } | { readonly last_by_subj: string };

/** The last message of each event's subject. */
export async function lastFacts(up: StreamLink, names: StreamNames, events: readonly string[]): Promise<LastFacts> {
  const found = await inChunks(events, async (event) => {
    const message = await findMessage(up, names, { last_by_subj: names.eventSubject(event) });
    return message ? [[event, { seq: message.seq, id: idOf(message) }] as const] : [];
  });
  return { serverId: up.serverId, created: up.generation, last: Object.fromEntries(found.flat()) };
}

/** The ids of the events whose sequence number holds no event or another one. */
export async function findLostFacts(up: Messages, names: StreamNames, facts: readonly ConfirmedFact[]): Promise<string[]> {
  const found = await inChunks(facts, async ({ id, seq }) => {
    const message = await findMessage(up, names, { seq });
    return message && idOf(message) === id ? [] : [id];
  });
  return found.flat();
}

async function findMessage({ manager }: Messages, names: StreamNames, query: Query): Promise<StoredMsg | null> {
  try {
    return await manager.streams.getMessage(names.events, query);
  } catch (error) {
    if (error instanceof NatsError && error.jsError()?.err_code === MESSAGE_NOT_FOUND) return null;
    throw error;
  }
}

function idOf({ header }: StoredMsg): string {
  return factIdOf(header.get("Nats-Msg-Id"));
}

async function inChunks<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += CHUNK) results.push(...(await Promise.all(items.slice(at, at + CHUNK).map(work))));
  return results;
}
