import { HINTS } from "#libs/contracts/hints.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import { createFoundation, type Foundation } from "#libs/platform/service/foundation.ts";
import { type UserHints, userHints } from "#libs/platform/service/user-hints.ts";
import { type PaymentProvider, paymentSlot } from "#libs/providers/payment/payment-slot.ts";
import type { Slot } from "#libs/providers/slot.ts";
import { type AdjustmentStore, adjustmentStore } from "./data/adjustment.store.ts";
import { type AuditRequests, auditRequests } from "./data/audit-requests.ts";
import { type EscrowStore, escrowStore } from "./data/escrow.store.ts";
import { type FindingStore, findingStore } from "./data/finding.store.ts";
import { type LedgerStore, ledgerStore } from "./data/ledger.store.ts";
import { type LedgerAuditStore, ledgerAuditStore } from "./data/ledger-audit.store.ts";
import { type MessageMoneySource, messageMoneySource } from "./data/message-money.store.ts";
import { type PayoutStore, payoutStore } from "./data/payout.store.ts";
import { type PayoutMethodStore, payoutMethodStore } from "./data/payout-method.store.ts";
import { type TopUpStore, topUpStore } from "./data/top-up.store.ts";
import { type WalletStore, walletStore } from "./data/wallet.store.ts";

/** The dependencies of the actions, events and jobs of this service. Each of them names the part that it needs. */
export interface Deps extends Foundation {
  readonly wallets: WalletStore;
  readonly ledger: LedgerStore;
  readonly escrows: EscrowStore;
  readonly topUps: TopUpStore;
  readonly payouts: PayoutStore;
  readonly payoutMethods: PayoutMethodStore;
  readonly adjustments: AdjustmentStore;
  /** The states of the audits. */
  readonly audits: LedgerAuditStore;
  readonly auditRequests: AuditRequests;
  readonly findings: FindingStore;
  /** The messages whose prices the audit compares with escrows; null: they are not compared. */
  readonly messageMoney: MessageMoneySource | null;
  /** When this process began: it waits for an audit from then on. */
  readonly startedAt: Date;
  /** For the payouts of a user. */
  readonly payoutHints: UserHints;
  readonly payment: Slot<PaymentProvider>;
}

/** The dependencies over the messaging database: money moves in the transaction that changes a message. */
export function liveDeps(runtime: Runtime): Deps {
  const foundation = createFoundation(runtime, { service: "wallet", database: "messaging", uses: ["outbox", "inbox", "audit"] });
  const { clock, database, outbox } = foundation;
  const payoutHints = userHints(HINTS.payoutChanged);
  return {
    ...foundation,
    wallets: walletStore(database, clock),
    ledger: ledgerStore(database, clock),
    escrows: escrowStore(database),
    topUps: topUpStore(database, clock),
    payouts: payoutStore(database, clock, payoutHints.sendAfterCommit),
    payoutMethods: payoutMethodStore(database, clock),
    adjustments: adjustmentStore(database, clock),
    audits: ledgerAuditStore(database),
    auditRequests: auditRequests(),
    findings: findingStore(database, outbox),
    messageMoney: messageMoneySource(database),
    startedAt: clock.now(),
    payoutHints,
    payment: paymentSlot(runtime),
  };
}
