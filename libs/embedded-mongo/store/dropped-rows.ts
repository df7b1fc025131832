import { ROWS } from "./row-checksums.ts";
import type { Store } from "./store.ts";

const ROWS_PER_STEP = 1000;
/** After a write that failed, as on a full disk. */
const RETRY_MS = 1000;

type Kind = "collection" | "index";

/** Deletes the rows of dropped collections and indexes gradually, so that no command waits for it. Continues after a restart. */
export class DroppedRows {
  readonly #store: Store;
  #isRunning = false;
  /** The timer until the next attempt after a write that failed. */
  #retry: NodeJS.Timeout | null = null;

  constructor(store: Store) {
    this.#store = store;
    store.afterRollback(() => this.#retryLater());
    if (store.statements.builds.get()) store.run("dropBuilds");
    this.#schedule();
  }

  /** Announces an index that is being built. The next start deletes its rows unless the announcement is withdrawn. */
  announce(id: number): void {
    this.#store.run("addDropping", "build", id);
  }

  withdraw(id: number): void {
    this.#store.run("deleteDropping", "build", id);
  }

  add(kind: Kind, id: number): void {
    this.#store.run("addDropping", kind, id);
    this.#store.cancelWriteAtCommit(id);
    this.#store.run("deleteCounter", id);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isRunning || this.#retry || !this.#store.isOpen) return;
    this.#isRunning = true;
    setImmediate(() => {
      this.#isRunning = false;
      if (this.#store.isOpen && !this.#retry) this.#step();
    });
  }

  #step(): void {
    const next = this.#store.statements.dropping.get() as unknown as [Kind, number] | undefined;
    if (!next) return;
    const [kind, id] = next;
    try {
      if (this.#deleteSome(kind, id) === 0) this.#store.run("deleteDropping", kind, id);
      this.#schedule();
    } catch {
      // undone, and tried again later
    }
  }

  #retryLater(): void {
    this.#retry ??= setTimeout(() => {
      this.#retry = null;
      this.#schedule();
    }, RETRY_MS).unref();
  }

  #deleteSome(kind: Kind, id: number): number {
    if (kind === "collection") return this.#store.run("dropRecords", id * ROWS, (id + 1) * ROWS, ROWS_PER_STEP);
    return this.#store.run("dropEntries", id, ROWS_PER_STEP);
  }
}
