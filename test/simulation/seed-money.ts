import type { Doc } from "./documents.ts";
import { BEA, FAN, OTHER_FAN } from "./neighbors.ts";
import type { Store } from "./store.ts";

/** One fan has enough for a message to each of the paid creators, the other one not for both. */
const FANS: readonly (readonly [userId: string, money: bigint])[] = [
  [FAN, 600n],
  [OTHER_FAN, 380n],
];
const EARNINGS = 5_000n;

/** Fans with some money, and a creator with earnings and a way to be paid. */
export function seedMoney(store: Store, at: Date): void {
  const insert = (name: string, doc: Doc) => store.insert({ name, uniques: [], defaults: [] }, doc, null);
  const wallet = { currency: "USD", held: 0n, frozen: false, frozenAtSequence: null, sequence: 1, createdAt: at };
  const post = (id: string, from: string, to: string, amount: bigint, kind: string, type: string) => {
    const entries = [
      { account: from, amount: -amount },
      { account: to, amount },
    ];
    const movement = { account: to, amount, balanceAfter: amount, sequence: 1 };
    insert("ledger_transactions", { _id: id, kind, reference: { type, id }, entries, movement, createdAt: at });
  };
  for (const [userId, money] of FANS) {
    insert("wallets", { ...wallet, _id: `wallet-${userId}`, userId, kind: "FAN", balance: money, earned: 0n });
    post(`seed-${userId}`, "external:provider", `user:${userId}:wallet`, money, "TOPUP", "topup");
  }
  insert("wallets", { ...wallet, _id: "wallet-bea", userId: BEA, kind: "CREATOR", balance: EARNINGS, earned: EARNINGS });
  post("seed-bea", "platform:adjustments", `user:${BEA}:earnings`, EARNINGS, "ADJUSTMENT", "adjustment");
  insert("payout_methods", { _id: "method", userId: BEA, place: 0, kind: "IBAN", label: "my bank", createdAt: at });
}
