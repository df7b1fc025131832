import { type Doc, decode, encode } from "../values/document.ts";
import { sessionChecksum } from "./row-checksums.ts";
import type { Store } from "./store.ts";

/**
 * The results of the writes of logical sessions. They are stored together with the writes, so that a repeated write is recognized after a
 * crash.
 */
export class SavedSessions {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** The saved results of a session; null if there are none. */
  load(id: string): Doc | null {
    const row = this.#store.statements.getSession.get(id) as unknown as [Uint8Array] | undefined;
    return row ? decode(row[0]) : null;
  }

  save(id: string, usedAt: number, session: Doc): void {
    const bytes = encode(session);
    this.#store.run("putSession", id, usedAt, sessionChecksum(id, usedAt, bytes), bytes);
  }

  delete(id: string): void {
    if (this.#store.statements.getSession.get(id)) this.#store.run("deleteSession", id);
  }

  /** Forgets the sessions that were saved last before a time, in milliseconds since the epoch. */
  deleteBefore(time: number): void {
    if (this.#store.statements.oldestSession.get(time)) this.#store.run("deleteSessionsBefore", time);
  }
}
