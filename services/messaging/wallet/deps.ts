import type { Connection } from "mongoose";
import type { Logger } from "pino";
import { type AuditLog, auditLog } from "#libs/audit/audit-log.ts";
import type { ConfigReader } from "#libs/config/reader.ts";
import { createInbox, type Inbox } from "#libs/events/inbox.ts";
import { createOutbox, type Outbox } from "#libs/events/outbox.ts";
import type { FaultPoints } from "#libs/faults/fault-points.ts";
import type { Clock } from "#libs/kernel/clock.ts";
import type { Metrics } from "#libs/metrics/metrics.ts";
import { type Transaction, transactionOn } from "#libs/mongo/transaction.ts";
import { type PaymentProvider, paymentSlot } from "#libs/providers/payment.ts";
import type { Slot } from "#libs/providers/slot.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";
import { type AdjustmentStore, adjustmentStore } from "./data/adjustment.store.ts";
import { type EscrowStore, escrowStore } from "./data/escrow.store.ts";
import { type LedgerStore, ledgerStore } from "./data/ledger.store.ts";
import { type PayoutStore, payoutStore } from "./data/payout.store.ts";
import { type PayoutMethodStore, payoutMethodStore } from "./data/payout-method.store.ts";
import { type TopUpStore, topUpStore } from "./data/top-up.store.ts";
import { type WalletStore, walletStore } from "./data/wallet.store.ts";

/** What the actions, events and jobs of the service work with; each of them names the part it needs. */
export interface WalletDeps {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly config: ConfigReader;
  readonly faults: FaultPoints;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly transaction: Transaction;
  readonly outbox: Outbox;
  readonly inbox: Inbox;
  readonly wallets: WalletStore;
  readonly ledger: LedgerStore;
  readonly escrows: EscrowStore;
  readonly topUps: TopUpStore;
  readonly payouts: PayoutStore;
  readonly payoutMethods: PayoutMethodStore;
  readonly adjustments: AdjustmentStore;
  readonly audit: AuditLog;
  readonly payment: Slot<PaymentProvider>;
}

/** The live ones, over the messaging database: money moves in the transaction that moves a message. */
export function walletDeps(runtime: Runtime): WalletDeps {
  const { clock, config, faults, metrics, stream } = runtime;
  const connection = runtime.database("messaging");
  const logger = runtime.logger.child({ service: "wallet" });
  const outbox = createOutbox({ connection, source: "wallet", clock, stream, logger, faults });
  return {
    connection,
    clock,
    config,
    faults,
    logger,
    metrics,
    transaction: transactionOn(connection),
    outbox,
    inbox: createInbox({ connection, clock, faults }),
    wallets: walletStore(connection, clock),
    ledger: ledgerStore(connection, clock),
    escrows: escrowStore(connection, clock),
    topUps: topUpStore(connection, clock),
    payouts: payoutStore(connection, clock),
    payoutMethods: payoutMethodStore(connection, clock),
    adjustments: adjustmentStore(connection, clock),
    audit: auditLog({ connection, clock, outbox }),
    payment: paymentSlot(runtime),
  };
}
