import type { CollectionIndex } from "../indexes/collection-index.ts";
import type { StoredRecord } from "../store/stored-record.ts";

/** A replaced version. */
export interface Superseded {
  /** `Engine.clock` at the commit that replaced it. */
  readonly committedAt: number;
  readonly recordId: number;
  /** Null if the record was inserted. */
  readonly before: StoredRecord | null;
  /** Whether the record was deleted. */
  readonly isDeleted: boolean;
  /** The keys that the indexes no longer have. */
  readonly keys: readonly (readonly [CollectionIndex, string])[];
}

/**
 * The replaced versions of a collection that open transactions may still read, by record. The cost of a read depends on the records that it
 * visits, not on the number of writes meanwhile. The indexes hold the keys of these versions beside their entries.
 */
export class VersionHistory {
  /** In the order of the commits; those before `#start` are forgotten. */
  #versions: Superseded[] = [];
  #start = 0;
  readonly #byRecord = new Map<number, Superseded[]>();

  add(version: Superseded): void {
    this.#versions.push(version);
    const versions = this.#byRecord.get(version.recordId);
    if (versions) versions.push(version);
    else this.#byRecord.set(version.recordId, [version]);
    for (const [index, key] of version.keys) index.superseded.add(key, version.recordId);
  }

  get isEmpty(): boolean {
    return this.#byRecord.size === 0;
  }

  /** The version that a snapshot reads: null if there was none, undefined if the record has not changed since. */
  versionAt(recordId: number, snapshot: number): StoredRecord | null | undefined {
    return this.#byRecord.get(recordId)?.find(({ committedAt }) => committedAt > snapshot)?.before;
  }

  hasChangedSince(recordId: number, snapshot: number): boolean {
    return (this.#byRecord.get(recordId)?.at(-1)?.committedAt ?? 0) > snapshot;
  }

  /** The versions of a record that were replaced after a snapshot. */
  versionsSince(recordId: number, snapshot: number): Superseded[] {
    return this.#byRecord.get(recordId)?.filter(({ committedAt }) => committedAt > snapshot) ?? [];
  }

  /** The records that no longer exist, but did when an open transaction began. */
  deletedRecords(): number[] {
    const deleted: number[] = [];
    for (const [recordId, versions] of this.#byRecord) if (versions.at(-1)?.isDeleted) deleted.push(recordId);
    return deleted;
  }

  /** Forgets the versions that no snapshot from `oldest` on can read. */
  forgetUntil(oldest: number): void {
    for (let version = this.#versions[this.#start]; version && version.committedAt <= oldest; version = this.#versions[this.#start]) {
      this.#start++;
      for (const [index, key] of version.keys) index.superseded.remove(key, version.recordId);
      const versions = this.#byRecord.get(version.recordId);
      versions?.shift();
      if (!versions?.length) this.#byRecord.delete(version.recordId);
    }
    if (this.#start > this.#versions.length / 2) {
      this.#versions = this.#versions.slice(this.#start);
      this.#start = 0;
    }
  }
}
