import type { StoredRecord } from "./stored-record.ts";

/**
 * The recently used records of all collections, within one budget. Two generations approximate the least recent use: when the younger one
 * has grown to half of the budget, the older one is dropped.
 */
export class RecordCache {
  readonly #budget: number;
  #young = new Map<number, StoredRecord>();
  #old = new Map<number, StoredRecord>();
  #youngCost = 0;

  constructor(budget: number) {
    this.#budget = budget;
  }

  get(row: number): StoredRecord | undefined {
    const young = this.#young.get(row);
    if (young) return young;
    const old = this.#old.get(row);
    if (old) this.set(row, old);
    return old;
  }

  /** The record if it is there, without counting as a use. */
  peek(row: number): StoredRecord | undefined {
    return this.#young.get(row) ?? this.#old.get(row);
  }

  set(row: number, record: StoredRecord): void {
    this.#young.set(row, record);
    this.#youngCost += record.cost;
    if (this.#youngCost < this.#budget / 2) return;
    this.#old = this.#young;
    this.#young = new Map();
    this.#youngCost = 0;
  }

  delete(row: number): void {
    this.#young.delete(row);
    this.#old.delete(row);
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
    this.#youngCost = 0;
  }
}
