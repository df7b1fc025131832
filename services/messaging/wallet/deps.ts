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
import { type EscrowStore, escrowStore } from "./data/escrow.store.ts";
import { type LastAudit, lastAuditOfProcess } from "./data/last-audit.ts";
import { type LedgerStore, ledgerStore } from "./data/ledger.store.ts";
import { type PaymentEventStore, paymentEventStore } from "./data/payment-event.store.ts";
import { type PayoutStore, payoutStore } from "./data/payout.store.ts";
import { type PayoutMethodStore, payoutMethodStore } from "./data/payout-method.store.ts";
import { type TopUpStore, topUpStore } from "./data/top-up.store.ts";
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
  readonly adjustments: AdjustmentStore;
  readonly lastAudit: LastAudit;
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
  const { clock, database } = foundation;
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
    adjustments: adjustmentStore(database, clock),
    lastAudit: lastAuditOfProcess(),
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
