import { type JetStreamManager, NatsError, nanos, RetentionPolicy, StorageType } from "nats";
import { DAY, HOUR, MINUTE } from "#libs/kernel/clock.ts";

/** Names of a namespace's streams and subjects. */
export interface StreamNames {
  readonly events: string;
  readonly deadLetters: string;
  /** The public facts, for subscribers outside the platform. */
  readonly facts: string;
  /** The subjects that each stream stores. */
  readonly eventSubjects: string;
  readonly deadLetterSubjects: string;
  readonly factSubjects: string;
  eventSubject(event: string): string;
  deadLetterSubject(group: string, event: string): string;
  factSubject(type: string): string;
  /** The prefix under which the processes reach JetStream where the streams have an account of their own. */
  readonly apiPrefix: string;
  /** A consumer's name may hold no dots. */
  durable(group: string, event: string): string;
}

export function streamNames(namespace: string): StreamNames {
  const stream = plain(namespace).toUpperCase();
  return {
    events: `${stream}_EVENTS`,
    deadLetters: `${stream}_EVENTS_DLQ`,
    facts: `${stream}_FACTS`,
    eventSubjects: `${plain(namespace)}.evt.>`,
    deadLetterSubjects: `${plain(namespace)}.dlq.>`,
    factSubjects: `${plain(namespace)}.facts.>`,
    apiPrefix: `${plain(namespace)}.js`,
    eventSubject: (event) => `${plain(namespace)}.evt.${event}`,
    factSubject: (type) => `${plain(namespace)}.facts.${type}`,
    deadLetterSubject: (group, event) => `${plain(namespace)}.dlq.${plain(group)}.${event}`,
    durable: (group, event) => `${plain(group)}__${plain(event)}`,
  };
}

function plain(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, "_");
}

const RETENTION_DAYS = 7;
const STREAM_NOT_FOUND = 10_059;

/** A stream loses its confirmed messages if it is created while the server still deletes one of that name (seen with 2.9). */
export const SETTLE_MS = 1_000;

/**
 * Creates the missing streams. Returns the generation of the event stream: the instant of its creation, which changes when any process
 * recreates the stream.
 */
export async function ensureStreams(manager: JetStreamManager, names: StreamNames, replicas: number): Promise<string> {
  await ensureStream(manager, { name: names.deadLetters, subject: names.deadLetterSubjects, replicas });
  await ensureStream(manager, { name: names.facts, subject: names.factSubjects, replicas, duplicateWindowMs: HOUR });
  return ensureStream(manager, { name: names.events, subject: names.eventSubjects, replicas });
}

/** As {@link ensureStreams}, but creates nothing: null when one of them is missing. */
export async function findStreams(manager: JetStreamManager, names: StreamNames): Promise<string | null> {
  for (const name of [names.deadLetters, names.facts]) if ((await creationOf(manager, name)) === null) return null;
  return creationOf(manager, names.events);
}

async function creationOf(manager: JetStreamManager, name: string): Promise<string | null> {
  try {
    const { created } = await manager.streams.info(name);
    return created;
  } catch (error) {
    if (error instanceof NatsError && error.jsError()?.err_code === STREAM_NOT_FOUND) return null;
    throw error;
  }
}

interface WantedStream {
  readonly name: string;
  readonly subject: string;
  readonly replicas: number;
  /** Time within which a second message with an id is recognized. */
  readonly duplicateWindowMs?: number;
}

async function ensureStream(
  manager: JetStreamManager,
  { name, subject, replicas, duplicateWindowMs = 2 * MINUTE }: WantedStream,
): Promise<string> {
  const existing = await creationOf(manager, name);
  if (existing !== null) return existing;
  const { created } = await manager.streams.add({
    name,
    subjects: [subject],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    num_replicas: replicas,
    max_age: nanos(RETENTION_DAYS * DAY),
    duplicate_window: nanos(duplicateWindowMs),
    allow_direct: true,
  });
  return created;
}
