import type { Caller } from "#libs/contract-kit/caller.ts";
import type { EventStream } from "./event-stream.ts";
import type { StreamSession } from "./stream-session.ts";

/** Limits per user and audience, and per gateway process; both include streams that are about to open. */
const MAX_STREAMS_PER_USER = 5;
/** Fewer than the connections, so that streams leave room for requests. */
const MAX_STREAMS = 3_000;

/** For whom a stream is: users follow what is theirs, staff what all of them work on. */
export type Audience = "users" | "staff";

export interface StreamOwner {
  readonly audience: Audience;
  readonly userId: string;
}

/** An open stream with its session. */
export interface OpenStream {
  readonly audience: Audience;
  readonly stream: EventStream;
  readonly session: StreamSession;
  /** On whose behalf it reads. The roles may change while it is open. */
  readonly reader: { caller: Caller };
  /** Whether the route lets this caller in now. */
  readonly mayStay: (caller: Caller) => boolean;
}

/** One of a user's stream slots. */
export interface StreamSlot {
  /** Has no effect after {@link release}. */
  fill(open: OpenStream): void;
  /** Idempotent. */
  release(): void;
}

/** The open streams of this process, up to a limit. */
interface StreamSlots {
  /** Reserves a slot for a stream that is about to open; otherwise returns the limit that is reached. */
  reserve(owner: StreamOwner): StreamSlot | "USER_LIMIT" | "PROCESS_LIMIT";
  /** The open streams of a user. */
  of(owner: StreamOwner): Iterable<OpenStream>;
  all(): readonly OpenStream[];
}

export function streamSlots(): StreamSlots {
  /** Audience and user id → slots; null: reserved, not open yet. */
  const byOwner = new Map<string, Map<symbol, OpenStream | null>>();
  let count = 0;
  const keyOf = ({ audience, userId }: StreamOwner) => `${audience} ${userId}`;

  return {
    reserve(owner) {
      if (count >= MAX_STREAMS) return "PROCESS_LIMIT";
      const key = keyOf(owner);
      const slots = byOwner.get(key) ?? new Map<symbol, OpenStream | null>();
      if (slots.size >= MAX_STREAMS_PER_USER) return "USER_LIMIT";
      const slot = Symbol();
      slots.set(slot, null);
      byOwner.set(key, slots);
      count += 1;
      return {
        fill: (open) => void (slots.has(slot) && slots.set(slot, open)),
        release() {
          if (!slots.delete(slot)) return;
          count -= 1;
          if (slots.size === 0 && byOwner.get(key) === slots) byOwner.delete(key);
        },
      };
    },
    of: (owner) => opened(byOwner.get(keyOf(owner))?.values() ?? []),
    all: () => [...byOwner.values()].flatMap((slots) => opened(slots.values())),
  };
}

function opened(slots: Iterable<OpenStream | null>): OpenStream[] {
  return [...slots].filter((open) => open !== null);
}
