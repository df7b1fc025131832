import type { Store, WrittenAtCommit } from "./store.ts";

/** The number of records of a collection, or of entries of an index, with their bytes and the sum of their checksums. */
export class Counter implements WrittenAtCommit {
  readonly #store: Store;
  readonly id: number;
  #count: number;
  #bytes: number;
  #sum: number;

  constructor(store: Store, id: number) {
    this.#store = store;
    this.id = id;
    const row = store.statements.getCounter.get(id) as unknown as [number, number, number] | undefined;
    [this.#count, this.#bytes, this.#sum] = row ?? [0, 0, 0];
  }

  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** `checksum` is that of the added data, or negative that of the removed data. */
  add(count: number, bytes: number, checksum: number): void {
    this.#count += count;
    this.#bytes += bytes;
    this.#sum = (this.#sum + checksum) >>> 0;
    this.#store.writeAtCommit(this);
  }

  write(): void {
    this.#store.run("putCounter", this.id, this.#count, this.#bytes, this.#sum);
  }
}
