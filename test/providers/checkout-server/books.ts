import type { Item, Store } from "./store.ts";

/** What the provider keeps of a payment: 1.5 % and 25 minor units. */
export const feeOf = (amount: number): number => Math.round(amount * 0.015) + 25;
/** What a dispute costs. */
export const DISPUTE_FEE = 1_500;

interface Line {
  readonly type: string;
  readonly amount: number;
  readonly fee?: number;
  readonly currency: string;
  readonly source: string | null;
}

/** The balance of the account and its movements. */
export class Books {
  readonly #store: Store;
  #balance = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  get balance(): number {
    return this.#balance;
  }

  move({ type, amount, fee = 0, currency, source }: Line): Item {
    this.#balance += amount - fee;
    const net = amount - fee;
    return this.#store.add("txn", "balance_transaction", { type, reporting_category: type, amount, fee, net, currency, source });
  }
}

/** The events of the account, and the callbacks about them that are still to be sent. */
export class Events {
  readonly #store: Store;
  readonly #pending: string[] = [];

  constructor(store: Store) {
    this.#store = store;
  }

  /** @param account the connected account that it is about; the list of the platform's own events does not have it */
  add(type: string, about: Item | Readonly<Record<string, unknown>>, account?: string): void {
    const fields = { type, api_version: "2026-10-28.endive", pending_webhooks: 1, data: { object: structuredClone(about) } };
    const event = this.#store.add("evt", "event", account === undefined ? fields : { ...fields, account });
    this.#pending.push(JSON.stringify(event, null, 2));
  }

  /** Takes the bodies of the callbacks that were not taken before. */
  take(): string[] {
    return this.#pending.splice(0);
  }
}
