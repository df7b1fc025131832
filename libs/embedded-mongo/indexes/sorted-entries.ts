import type { Entry } from "../store/stored-entries.ts";

const CHUNK = 512;
const SPLIT_AT_END = CHUNK * 1.9;

interface Chunk {
  readonly keys: string[];
  readonly ids: number[];
}

/** A sorted multiset of entries in memory, in chunks: search is O(log n), insertion O(chunk). */
export class SortedEntries {
  #chunks: Chunk[] = [{ keys: [], ids: [] }];

  add(key: string, id: number): void {
    const [chunkIndex, at] = this.#find(key, id);
    const { keys, ids } = this.#chunkAt(chunkIndex);
    if (at === keys.length) {
      keys.push(key);
      ids.push(id);
    } else {
      keys.splice(at, 0, key);
      ids.splice(at, 0, id);
    }
    if (keys.length <= CHUNK * 2) return;
    // a split at the end leaves full chunks for ascending keys
    const cut = at > SPLIT_AT_END ? keys.length - 1 : CHUNK;
    this.#chunks.splice(chunkIndex + 1, 0, { keys: keys.splice(cut), ids: ids.splice(cut) });
  }

  remove(key: string, id: number): void {
    const [chunkIndex, at] = this.#find(key, id);
    const { keys, ids } = this.#chunkAt(chunkIndex);
    if (keys[at] !== key || ids[at] !== id) return;
    keys.splice(at, 1);
    ids.splice(at, 1);
    if (!keys.length && this.#chunks.length > 1) this.#chunks.splice(chunkIndex, 1);
  }

  /** The entries with `from <= key < to` (to the end without `to`), in key order or reversed. */
  entries(from: string, to: string | undefined, reverse = false): Generator<Entry> {
    return reverse ? this.#descending(from, to) : this.#ascending(from, to);
  }

  *#ascending(from: string, to: string | undefined): Generator<Entry> {
    let [chunkIndex, at] = this.#find(from, -1);
    for (; chunkIndex < this.#chunks.length; chunkIndex++, at = 0) {
      const { keys, ids } = this.#chunkAt(chunkIndex);
      for (; at < keys.length; at++) {
        const key = keys[at] ?? "";
        if (to !== undefined && key >= to) return;
        yield [key, ids[at] ?? 0];
      }
    }
  }

  *#descending(from: string, to: string | undefined): Generator<Entry> {
    const last = this.#chunks.length - 1;
    let [chunkIndex, at] = to === undefined ? [last, this.#chunkAt(last).keys.length] : this.#find(to, -1);
    for (at--; chunkIndex >= 0; chunkIndex--, at = chunkIndex >= 0 ? this.#chunkAt(chunkIndex).keys.length - 1 : -1) {
      const { keys, ids } = this.#chunkAt(chunkIndex);
      for (; at >= 0; at--) {
        const key = keys[at] ?? "";
        if (key < from) return;
        yield [key, ids[at] ?? 0];
      }
    }
  }

  #chunkAt(index: number): Chunk {
    const chunk = this.#chunks[index];
    if (!chunk) throw new RangeError(`no chunk ${index}`);
    return chunk;
  }

  /** The chunk and the offset in it at which (key, id) is or belongs. */
  #find(key: string, id: number): [chunkIndex: number, at: number] {
    let low = 0;
    let high = this.#chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      const { keys, ids } = this.#chunkAt(middle);
      const first = keys[0] ?? "";
      if (first < key || (first === key && (ids[0] ?? 0) <= id)) low = middle;
      else high = middle - 1;
    }
    const { keys, ids } = this.#chunkAt(low);
    let start = 0;
    let end = keys.length;
    while (start < end) {
      const middle = (start + end) >> 1;
      const here = keys[middle] ?? "";
      if (here < key || (here === key && (ids[middle] ?? 0) < id)) start = middle + 1;
      else end = middle;
    }
    return [low, start];
  }
}
