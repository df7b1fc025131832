import type { EventStream } from "./event-stream.ts";

/** Limits per user and per gateway process; both include streams that are about to open. */
const MAX_STREAMS_PER_USER = 5;
/** Fewer than the connections, so that streams leave room for requests. */
const MAX_STREAMS = 3_000;

/** An open stream with its session. */
export interface OpenStream {
  readonly stream: EventStream;
  readonly sessionId: string;
  /** Expiry of its access token. */
  readonly expiresAt: Date;
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
  reserve(userId: string): StreamSlot | "USER_LIMIT" | "PROCESS_LIMIT";
  /** The open streams of a user. */
  of(userId: string): Iterable<OpenStream>;
  all(): Iterable<OpenStream>;
}

export function streamSlots(): StreamSlots {
  /** User id → slots; null: reserved, not open yet. */
  const byUser = new Map<string, Map<symbol, OpenStream | null>>();
  let count = 0;

  return {
    reserve(userId) {
      if (count >= MAX_STREAMS) return "PROCESS_LIMIT";
      const slots = byUser.get(userId) ?? new Map<symbol, OpenStream | null>();
      if (slots.size >= MAX_STREAMS_PER_USER) return "USER_LIMIT";
      const slot = Symbol();
      slots.set(slot, null);
      byUser.set(userId, slots);
      count += 1;
      return {
        fill: (open) => void (slots.has(slot) && slots.set(slot, open)),
        release() {
          if (!slots.delete(slot)) return;
          count -= 1;
          if (slots.size === 0 && byUser.get(userId) === slots) byUser.delete(userId);
        },
      };
    },
    of: (userId) => opened(byUser.get(userId)?.values() ?? []),
    all: () => [...byUser.values()].flatMap((slots) => opened(slots.values())),
  };
}

function opened(slots: Iterable<OpenStream | null>): OpenStream[] {
  return [...slots].filter((open) => open !== null);
}
