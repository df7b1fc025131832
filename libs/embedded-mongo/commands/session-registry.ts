import { abortTransaction } from "../engine/transaction.ts";
import { isBinary } from "../values/bson-types.ts";
import { isDoc } from "../values/document.ts";
import { MongoError, typeMismatch } from "../values/mongo-error.ts";
import type { Session } from "./model.ts";

const MAX_SESSIONS = 20_000;
const KEPT_SESSIONS = 15_000;

const sessionKey = (lsid: unknown): string | null =>
  isDoc(lsid) && isBinary(lsid.id) ? Buffer.from(lsid.id.buffer.subarray(0, lsid.id.length())).toString("hex") : null;

export function abortSessionTransaction(session: Session): void {
  if (session.transaction) abortTransaction(session.transaction);
  session.transaction = null;
  session.outcome = "aborted";
}

/** The logical sessions of all clients; those idle longest are forgotten where there are too many. */
export class SessionRegistry {
  #sessions = new Map<string, Session>();

  /** The session of a command; null without `lsid`. Throws TooManyLogicalSessions where every one is in a transaction. */
  get(lsid: unknown): Session | null {
    if (lsid === undefined || lsid === null) return null;
    const id = sessionKey(lsid);
    if (id === null) throw typeMismatch("BSON field 'lsid.id' is missing or the wrong type");
    let session = this.#sessions.get(id);
    if (!session) {
      if (this.#sessions.size >= MAX_SESSIONS) this.#forgetIdle();
      session = { id, transactionNumber: -1n, transaction: null, outcome: null, statements: new Map(), writing: null, usedAt: Date.now() };
      this.#sessions.set(id, session);
    }
    session.usedAt = Date.now();
    return session;
  }

  /** Ends a session with its transaction; returns its key for the cursors that it may have open. */
  end(lsid: unknown): string | null {
    const id = sessionKey(lsid);
    const session = id === null ? undefined : this.#sessions.get(id);
    if (session) {
      abortSessionTransaction(session);
      this.#sessions.delete(session.id);
    }
    return id;
  }

  abortAll(): void {
    for (const session of this.#sessions.values()) if (session.transaction) abortSessionTransaction(session);
  }

  /** Aborts the transactions that are open for longer than the limit. */
  abortExpired(now: number, lifetimeMilliseconds: number): void {
    for (const session of this.#sessions.values())
      if (session.transaction && now - session.transaction.startedAt > lifetimeMilliseconds) abortSessionTransaction(session);
  }

  list(): Session[] {
    return [...this.#sessions.values()];
  }

  #forgetIdle(): void {
    const idle = this.list()
      .filter((session) => !session.transaction)
      .sort((left, right) => left.usedAt - right.usedAt);
    for (const session of idle.slice(0, Math.max(0, this.#sessions.size - KEPT_SESSIONS))) this.#sessions.delete(session.id);
    if (this.#sessions.size >= MAX_SESSIONS)
      throw new MongoError(261, "TooManyLogicalSessions", "Unable to add session: too many active sessions");
  }
}
