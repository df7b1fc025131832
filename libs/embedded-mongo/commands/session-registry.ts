import { Long } from "bson";
import { abortTransaction } from "../engine/transaction.ts";
import { SavedSessions } from "../store/saved-sessions.ts";
import type { Store } from "../store/store.ts";
import { isBinary } from "../values/bson-types.ts";
import { type Doc, isDoc } from "../values/document.ts";
import { MongoError, typeMismatch } from "../values/mongo-error.ts";
import type { Connection, Session } from "./model.ts";

const MAX_SESSIONS = 20_000;
const SESSIONS_AFTER_EVICTION = 15_000;
/** Time within which another connection may take over a transaction that has lost its own, as a driver does when it renews its pool. */
const TAKE_OVER_MS = 750;

const sessionKey = (lsid: unknown): string | null => (isDoc(lsid) && isBinary(lsid.id) ? lsid.id.toString("hex") : null);

interface SavedResult {
  readonly statement: number;
  readonly result: unknown;
}

const savedForm = ({ transactionNumber, outcome, statements }: Session): Doc => ({
  number: Long.fromBigInt(transactionNumber),
  isCommitted: outcome === "committed",
  statements: [...statements].map(([statement, result]) => ({ statement, result })),
});

export function abortSessionTransaction(session: Session): void {
  if (session.transaction) abortTransaction(session.transaction);
  session.transaction = null;
  session.outcome = "aborted";
}

const newSession = (id: string): Session => ({
  id,
  transactionNumber: -1n,
  transaction: null,
  carriers: new Set(),
  outcome: null,
  statements: new Map(),
  writing: null,
  usedAt: Date.now(),
});

/** Retention of the results of a session after its last write; drivers learn it from `logicalSessionTimeoutMinutes`. */
const LIFETIME_MS = 30 * 60_000;

/**
 * The logical sessions of all clients. The results of their writes are saved in the store, in the batch of the writes. If there
 * are too many sessions, the least recently used idle ones leave the memory.
 */
export class SessionRegistry {
  #sessions = new Map<string, Session>();
  readonly #store: Store;
  readonly #saved: SavedSessions;
  /** Those with results in the batch that is being written. */
  readonly #changed = new Set<Session>();
  /** Timers that abort a transaction after it lost its last connection, unless another connection takes it over. */
  readonly #takeOvers = new WeakMap<Session, NodeJS.Timeout>();

  constructor(store: Store) {
    this.#store = store;
    this.#saved = new SavedSessions(store);
    store.afterRollback(() => {
      this.#changed.clear();
      for (const session of this.#sessions.values()) this.#restore(session);
    });
  }

  /** The session of a command; null without `lsid`. Throws TooManyLogicalSessions if the limit is reached and all are in a transaction. */
  get(lsid: unknown): Session | null {
    if (lsid === undefined || lsid === null) return null;
    const id = sessionKey(lsid);
    if (id === null) throw typeMismatch("BSON field 'lsid.id' is missing or the wrong type");
    let session = this.#sessions.get(id);
    if (!session) {
      if (this.#sessions.size >= MAX_SESSIONS) this.#evictIdle();
      session = newSession(id);
      this.#restore(session);
      this.#sessions.set(id, session);
    }
    session.usedAt = Date.now();
    return session;
  }

  /** Saves the results of a session in the batch of its write. */
  save(session: Session): void {
    this.#changed.add(session);
    this.#store.writeAtCommit(this);
  }

  /** Writes the sessions that have new results. Called by the store. */
  write(): void {
    for (const session of this.#changed) this.#saved.save(session.id, session.usedAt, savedForm(session));
    this.#changed.clear();
  }

  /** Forgets the results of sessions that have not been used for half an hour. */
  forgetExpired(now: number): void {
    this.#saved.deleteBefore(now - LIFETIME_MS);
    for (const session of this.#sessions.values())
      if (!session.transaction && !session.writing && session.usedAt < now - LIFETIME_MS) this.#sessions.delete(session.id);
  }

  /** Ends a session and aborts its transaction; returns its key, for closing its cursors. */
  end(lsid: unknown): string | null {
    const id = sessionKey(lsid);
    const session = id === null ? undefined : this.#sessions.get(id);
    if (session) {
      abortSessionTransaction(session);
      this.#sessions.delete(session.id);
      this.#saved.delete(session.id);
    }
    return id;
  }

  abortAll(): void {
    for (const session of this.#sessions.values()) if (session.transaction) abortSessionTransaction(session);
  }

  /** Aborts the transactions that have been open for longer than `lifetimeMs`. */
  abortExpired(now: number, lifetimeMs: number): void {
    for (const session of this.#sessions.values())
      if (session.transaction && now - session.transaction.startedAt > lifetimeMs) abortSessionTransaction(session);
  }

  /** Aborts abandoned transactions after 750 ms: those whose statements all came over connections that are closed now. */
  connectionClosed(connection: Connection): void {
    for (const session of this.#sessions.values()) {
      const { transaction, carriers } = session;
      if (!transaction || !carriers.has(connection)) continue;
      carriers.delete(connection);
      if (carriers.size > 0) continue;
      const abortIfAbandoned = () => {
        if (session.transaction === transaction && carriers.size === 0) abortSessionTransaction(session);
      };
      clearTimeout(this.#takeOvers.get(session));
      this.#takeOvers.set(session, setTimeout(abortIfAbandoned, TAKE_OVER_MS).unref());
    }
  }

  /** A command of a session has arrived over a connection, so its transaction still has a client. */
  noteCarrier(lsid: unknown, connection: Connection): void {
    const id = sessionKey(lsid);
    if (id !== null) this.#sessions.get(id)?.carriers.add(connection);
  }

  list(): Session[] {
    return [...this.#sessions.values()];
  }

  /** Reads the stored results of a session. Results that were not stored are lost together with their writes. */
  #restore(session: Session): void {
    const saved = this.#saved.load(session.id);
    const number = saved ? (saved.number as Long).toBigInt() : -1n;
    session.statements.clear();
    if (session.transaction?.state !== "active") session.transaction = null;
    if (session.transactionNumber > number) {
      session.outcome = session.transaction ? null : "aborted";
      return;
    }
    session.transactionNumber = number;
    session.outcome = saved?.isCommitted ? "committed" : null;
    for (const { statement, result } of (saved?.statements ?? []) as SavedResult[]) session.statements.set(statement, result);
  }

  #evictIdle(): void {
    const idle = this.list()
      .filter((session) => !session.transaction)
      .sort((left, right) => left.usedAt - right.usedAt);
    for (const session of idle.slice(0, Math.max(0, this.#sessions.size - SESSIONS_AFTER_EVICTION))) this.#sessions.delete(session.id);
    if (this.#sessions.size >= MAX_SESSIONS)
      throw new MongoError(261, "TooManyLogicalSessions", "Unable to add session: too many active sessions");
  }
}
