import { MongoError } from "../values/mongo-error.ts";

/** As in MongoDB, for each stage. */
const MAX_BYTES = 100 * 1024 * 1024;

/** Counts the memory of a stage that collects its input. The stage never spills to disk; `allowDiskUse` has no effect. */
export class MemoryLimit {
  readonly #stage: string;
  #bytes = 0;

  constructor(stage: string) {
    this.#stage = stage;
  }

  get isHalfUsed(): boolean {
    return this.#bytes > MAX_BYTES / 2;
  }

  /** Throws QueryExceededMemoryLimitNoDiskUseAllowed (292) above 100 MB. */
  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= MAX_BYTES) return;
    const message = `${this.#stage} exceeded the memory limit of ${MAX_BYTES} bytes; this server does not use the disk for it`;
    throw new MongoError(292, "QueryExceededMemoryLimitNoDiskUseAllowed", message);
  }

  /** After a part was released. */
  reset(bytes: number): void {
    this.#bytes = bytes;
  }
}
