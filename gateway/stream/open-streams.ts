import type { EventStream } from "./event-stream.ts";

/** Streams of one user and of one gateway, those that are being opened included. */
const MOST_OF_USER = 5;
const MOST = 10_000;

/** A stream with whom it is for and how long. */
export interface OpenStream {
  readonly stream: EventStream;
  readonly sessionId: string;
  /** When its access token expires. */
  readonly expiresAt: Date;
}

export interface OpenStreams {
  /** A place for a stream; null when a bound is reached. */
  reserve(userId: string): Place | "USER_FULL" | "FULL";
  of(userId: string): Iterable<OpenStream>;
  all(): Iterable<OpenStream>;
}

/** A place among the streams of a user. */
export interface Place {
  take(open: OpenStream): void;
  /** May be called again. */
  leave(): void;
}

/** Who is connected, within bounds. */
export function openStreams(): OpenStreams {
  const byUser = new Map<string, Map<symbol, OpenStream | null>>();
  let count = 0;

  return {
    reserve(userId) {
      if (count >= MOST) return "FULL";
      const places = byUser.get(userId) ?? new Map<symbol, OpenStream | null>();
      if (places.size >= MOST_OF_USER) return "USER_FULL";
      const name = Symbol();
      places.set(name, null);
      byUser.set(userId, places);
      count += 1;
      return {
        take: (open) => void (places.has(name) && places.set(name, open)),
        leave() {
          if (!places.delete(name)) return;
          count -= 1;
          if (places.size === 0 && byUser.get(userId) === places) byUser.delete(userId);
        },
      };
    },
    of: (userId) => present(byUser.get(userId)?.values() ?? []),
    all: () => [...byUser.values()].flatMap((places) => present(places.values())),
  };
}

function present(places: Iterable<OpenStream | null>): OpenStream[] {
  return [...places].filter((open) => open !== null);
}
