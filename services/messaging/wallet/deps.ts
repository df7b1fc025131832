import { HINTS } from "#libs/contracts/hints.ts";
import { type KeyedMutex, keyedMutex } from "#libs/kernel/keyed-mutex.ts";
import { hmacHex } from "#libs/kernel/secrets.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import { createFoundation, type Foundation } from "#libs/platform/service/foundation.ts";
import { type UserHints, userHints } from "#libs/platform/service/user-hints.ts";
import type { ChargeState, PaymentProvider } from "#libs/providers/payment/payment-provider.ts";
import { paymentSlot } from "#libs/providers/payment/payment-slot.ts";
import { type ImpliedCharge, type Sandbox, sandboxPayment } from "#libs/providers/payment/sandbox/sandbox-payment.ts";
import type { Slot } from "#libs/providers/slot.ts";
import { type AdjustmentStore, adjustmentStore } from "./data/adjustment.store.ts";
import { type AuditRequests, auditRequests } from "./data/audit-requests.ts";
import { type ChargebackStore, chargebackStore } from "./data/chargeback.store.ts";
import { type EscrowStore, escrowStore } from "./data/escrow.store.ts";
import { type FindingStore, findingStore } from "./data/finding.store.ts";
import { type LedgerStore, ledgerStore } from "./data/ledger.store.ts";
import { type LedgerAuditStore, ledgerAuditStore } from "./data/ledger-audit.store.ts";
import { type MessageMoneySource, messageMoneySource } from "./data/message-money.store.ts";
import { type PayeeStore, payeeStore } from "./data/payee.store.ts";
import { type PaymentEventStore, paymentEventStore } from "./data/payment-event.store.ts";
import { type PayoutStore, payoutStore } from "./data/payout.store.ts";
import { type PayoutDestinationStore, payoutDestinationStore } from "./data/payout-destination.store.ts";
import { type PayoutMethodStore, payoutMethodStore } from "./data/payout-method.store.ts";
import { type ProviderMovementStore, providerMovementStore } from "./data/provider-movement.store.ts";
import { type RefundStore, refundStore } from "./data/refund.store.ts";
import { type TopUpStore, topUpStore } from "./data/top-up.store.ts";
import { type UnclaimedStore, unclaimedStore } from "./data/unclaimed.store.ts";
import { type WalletStore, walletStore } from "./data/wallet.store.ts";
import type { TopUpStatus } from "./domain/top-up.ts";

/** The dependencies of the actions, events and jobs of this service. Each of them names the part that it needs. */
export interface Deps extends Foundation {
  readonly wallets: WalletStore;
  readonly ledger: LedgerStore;
  readonly escrows: EscrowStore;
  readonly topUps: TopUpStore;
  readonly payouts: PayoutStore;
  readonly payoutMethods: PayoutMethodStore;
  readonly destinations: PayoutDestinationStore;
  readonly payees: PayeeStore;
  readonly adjustments: AdjustmentStore;
  readonly refunds: RefundStore;
  readonly chargebacks: ChargebackStore;
  /** The books of payment providers, as far as they were read. */
  readonly providerMovements: ProviderMovementStore;
  /** The states of the audits. */
  readonly audits: LedgerAuditStore;
  readonly auditRequests: AuditRequests;
  readonly findings: FindingStore;
  /** The messages whose prices the audit compares with escrows; null: they are not compared. */
  readonly messageMoney: MessageMoneySource | null;
  /** When this process began: it waits for an audit from then on. */
  readonly startedAt: Date;
  readonly unclaimed: UnclaimedStore;
  /** Key of the codes by which unclaimed money is claimed. */
  readonly pseudonymKey: string;
  /** For the payouts of a user. */
  readonly payoutHints: UserHints;
  readonly payment: Slot<PaymentProvider>;
  readonly paymentEvents: PaymentEventStore;
  /** For each top-up: callbacks and confirmations that come together do not collide in the store. */
  readonly topUpMutex: KeyedMutex;
  /** Keyed hash of a card or bank account at a provider: equal instruments have equal hashes. */
  readonly instrumentHash: (provider: string, instrument: string) => string;
  /** For the testers of a system whose provider is the sandbox. */
  readonly sandbox: Sandbox;
}

/** The dependencies over the messaging database: money moves in the transaction that changes a message. */
export function liveDeps(runtime: Runtime): Deps {
  const foundation = createFoundation(runtime, { service: "wallet", database: "messaging", uses: ["outbox", "inbox", "audit"] });
  const { clock, database, outbox } = foundation;
  const payoutHints = userHints(HINTS.payoutChanged);
  const topUps = topUpStore(database, clock);
  const sandbox = sandboxPayment({ database, clock, config: runtime.config, impliedCharge: (topUpId) => impliedChargeOf(topUps, topUpId) });
  return {
    ...foundation,
    wallets: walletStore(database, clock),
    ledger: ledgerStore(database, clock),
    escrows: escrowStore(database),
    topUps,
    payouts: payoutStore(database, clock, payoutHints.sendAfterCommit),
    payoutMethods: payoutMethodStore(database, clock),
    destinations: payoutDestinationStore(database),
    payees: payeeStore(database, clock),
    adjustments: adjustmentStore(database, clock),
    refunds: refundStore(database, clock),
    chargebacks: chargebackStore(database, clock),
    providerMovements: providerMovementStore(database),
    audits: ledgerAuditStore(database),
    auditRequests: auditRequests(),
    findings: findingStore(database, outbox),
    messageMoney: messageMoneySource(database),
    startedAt: clock.now(),
    unclaimed: unclaimedStore(database, clock),
    pseudonymKey: runtime.env.secrets.pseudonymKey,
    payoutHints,
    payment: paymentSlot(runtime, { sandbox: sandbox.provider }),
    paymentEvents: paymentEventStore(database, clock),
    topUpMutex: keyedMutex(),
    instrumentHash: (provider, instrument) => hmacHex(runtime.env.secrets.pseudonymKey, `instrument:${provider}\n${instrument}`),
    sandbox,
  };
}

const IMPLIED = {
  PENDING: "PENDING",
  SUCCEEDED: "SUCCEEDED",
  FAILED: "FAILED",
  CANCELLED: "CANCELLED",
  REVIEW: "SUCCEEDED",
  RETURNING: "SUCCEEDED",
  RETURNED: "SUCCEEDED",
} as const satisfies Record<TopUpStatus, ChargeState>;

/** The charge at the sandbox that the state of an older top-up implies. */
async function impliedChargeOf(topUps: TopUpStore, topUpId: string): Promise<ImpliedCharge | null> {
  const topUp = await topUps.find(topUpId);
  return topUp && { state: IMPLIED[topUp.status], amount: topUp.amount, currency: topUp.currency };
}
