/** The use of a limit by one request. */
export interface WindowUse {
  readonly allowed: boolean;
  /** Requests left in the window. */
  readonly left: number;
  /** Milliseconds until the window ends. */
  readonly resetMs: number;
}

/** Fixed windows that the first hit starts. Never throws: without the shared store it counts in this process. */
export interface RateCounter {
  hit(key: string, limit: number, windowSeconds: number): Promise<WindowUse>;
}

/** One counter of a reservation: its maximum until it expires, and the start value when the count is unknown. */
export interface QuotaSlot {
  /** Keys of slots that are taken together share a hash tag, a `{…}` in them: a cluster runs a script on keys of one server only. */
  readonly key: string;
  readonly limit: number;
  /** Called when the shared store has no count, for example after it lost its data. */
  recount(): Promise<number>;
}

/** Counters that are taken all or none. Throws {@link CountersUnavailable}: a slot that cannot be counted is refused. */
export interface QuotaCounter {
  /** Takes one of each slot; returns the index of the first exhausted one, or null when all were taken. */
  take(slots: readonly QuotaSlot[], expiresAt: Date): Promise<number | null>;
  giveBack(slots: readonly Pick<QuotaSlot, "key">[]): Promise<void>;
}

/** A stored answer, or the mark that a request is still running. */
export type Replay =
  | { readonly state: "fresh" }
  | { readonly state: "running"; readonly fingerprint: string }
  | { readonly state: "answered"; readonly fingerprint: string; readonly status: number; readonly body: string };

/** First answers by idempotency key. */
export interface ReplayStore {
  /** Claims a key for a request; `fresh` means that the caller now runs it. */
  begin(key: string, fingerprint: string, runningSeconds: number): Promise<Replay>;
  /** Stores the answer for as many seconds as it may be replayed. */
  finish(key: string, fingerprint: string, answer: { status: number; body: string }, keepSeconds: number): Promise<void>;
  /** Deletes a key whose request may be sent again. */
  abandon(key: string): Promise<void>;
}

/** Texts that may be lost at any time, and that another process may not see. Never throws. */
export interface Cache {
  get(key: string): Promise<string | null>;
  put(key: string, text: string, keepSeconds: number): Promise<void>;
}

/** Short-lived shared state: in Redis between processes, in memory within one. Nothing in it is a system of record. */
export interface CounterStore {
  readonly rates: RateCounter;
  readonly quotas: QuotaCounter;
  readonly replays: ReplayStore;
  readonly cache: Cache;
  /** Part of its memory that the shared store uses: 1 when it is full. Null when it is not limited, or does not answer. */
  usedMemory(): Promise<number | null>;
  /** Whether the shared store answers. */
  ping(): Promise<boolean>;
  close(): Promise<void>;
}

export class CountersUnavailable extends Error {
  constructor() {
    super("counter store unavailable");
    this.name = "CountersUnavailable";
  }
}
