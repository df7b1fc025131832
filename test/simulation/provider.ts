import { cancelTopUp, closeMoney, confirmTopUp, createRefund, createTopUp, decideSandboxPayment } from "#libs/contracts/wallet/index.ts";
import { refundWallet } from "#libs/contracts/wallet/refunds.ts";
import { MINUTE } from "#libs/kernel/clock.ts";
import { chargeReference } from "#libs/providers/payment/sandbox/references.ts";
import type { SandboxRow } from "#libs/providers/payment/sandbox/sandbox.model.ts";
import type { LedgerDoc } from "#services/messaging/wallet/data/ledger.model.ts";
import type { Chargeback } from "#services/messaging/wallet/domain/chargeback.ts";
import type { Refund } from "#services/messaging/wallet/domain/refund.ts";
import type { TopUp } from "#services/messaging/wallet/domain/top-up.ts";
import { ANN, OTHER_FAN } from "./neighbors.ts";
import type { Store } from "./store.ts";
import { type Plot, perhapsTwice, type Request, reply, type Scene, send, times } from "./workload.ts";

/** What happens at the provider; some of it is heard of late, twice, or not at all. */
const OUTCOMES = ["FAILED", "CANCELLED", "SUCCEEDED", "REFUNDS_WAIT", "REFUNDS_FAIL", "REFUNDED_ELSEWHERE", "DISPUTED"] as const;
const ENDS = ["DISPUTE_WON", "DISPUTE_LOST"] as const;
/** The jobs that ask the provider, and that do what follows from its answers. */
const JOBS = ["process-payment-events", "catch-up-events", "finish-topups", "finish-refunds", "finish-chargebacks", "sweep-closed-wallets"];

function topUpOf({ world, store }: Scene): TopUp | null {
  const own = store.all<TopUp>("topups").filter(({ userId }) => userId === OTHER_FAN);
  return own.length === 0 ? null : world.random.pick(own);
}

function decide(scene: Scene, outcomes: readonly (typeof OUTCOMES | typeof ENDS)[number][]): Request {
  const { random } = scene.world;
  return async ({ call }) => {
    const topUp = topUpOf(scene);
    const outcome = random.pick(outcomes);
    const amount = random.below(3) === 0 ? { amount: "7.00" } : {};
    const told = { notify: random.below(3) > 0, ...amount };
    if (topUp) await call(decideSandboxPayment, OTHER_FAN, { reference: chargeReference(topUp._id), outcome, ...told });
  };
}

/** Payments that are confirmed, cancelled, sent back and disputed at once, while their money is spent. */
const payments: Plot = (scene) => {
  const { random } = scene.world;
  const begin =
    (key: string): Request =>
    ({ call }) =>
      call(createTopUp, OTHER_FAN, { amount: "20.00", idempotencyKey: key });
  const ask =
    (contract: typeof confirmTopUp | typeof cancelTopUp): Request =>
    async ({ call }) => {
      const topUp = topUpOf(scene);
      if (topUp) await call(contract, OTHER_FAN, { topupId: topUp._id });
    };
  const sendBack =
    (key: string): Request =>
    ({ call }) =>
      call(createRefund, OTHER_FAN, { amount: "15.00", idempotencyKey: key });
  const staffSendsBack: Request = ({ call }) => call(refundWallet, "admin", { userId: OTHER_FAN, amount: "6.00", reason: "a reason" });
  const leave: Request = ({ call }) => call(closeMoney, OTHER_FAN, { userId: OTHER_FAN, requestId: "a request" });
  const job: Request = (replica) => {
    scene.world.now += MINUTE;
    return replica.run(`wallet.${random.pick(JOBS)}`);
  };
  const happens = () => decide(scene, [...OUTCOMES, ...ENDS]);
  const meanwhile = () =>
    random.pick<Request>([happens(), happens(), job, sendBack("another"), staffSendsBack, ask(cancelTopUp), reply(scene), leave]);
  const jobs = JOBS.map(
    (name): Request =>
      ({ run }) =>
        run(`wallet.${name}`),
  );
  return [
    [...perhapsTwice(random, begin("key")), begin("another key")],
    [ask(confirmTopUp), random.pick([ask(confirmTopUp), happens()])],
    [...perhapsTwice(random, sendBack("key")), sendBack("third"), meanwhile(), send(OTHER_FAN, ANN, "a text", "key")],
    [...times(2, meanwhile), job],
    [decide(scene, ENDS), ...jobs],
  ];
};

export const providerPlots: readonly Plot[] = [payments];

type Money = { readonly messaging: Store };

/** What the chargebacks of a user have taken: the wallet may be so far below zero. */
export function chargedBack(store: Store, userId: unknown): bigint {
  return sum(store.all<Chargeback>("chargebacks").filter((own) => own.userId === userId));
}

/** Only what was paid at the provider is credited. A tester may let the charge end otherwise later; the movement stays. */
export function paidOnly({ messaging }: Money): string | null {
  const movements = messaging.all<SandboxRow>("sandbox_payments").flatMap(({ movement }) => movement ?? []);
  for (const { kind, reference, movement } of messaging.all<LedgerDoc>("ledger_transactions")) {
    if (kind !== "TOPUP" || reference.id.startsWith("seed-")) continue;
    const paid = movements.filter((own) => own.kind === "CHARGE" && own.reference === chargeReference(reference.id));
    if (!paid.some(({ amount }) => amount === movement.amount)) {
      return `top-up ${reference.id} was credited ${movement.amount}, paid were ${paid.map(({ amount }) => amount).join(", ") || "0"}`;
    }
  }
  return null;
}

/** Refunds and chargebacks together take no more of a payment than came in. */
export function refundCovered({ messaging }: Money): string | null {
  for (const { _id, amount } of messaging.all<TopUp>("topups")) {
    const refunds = messaging.all<Refund>("refunds").filter(({ topupId, status }) => topupId === _id && status !== "FAILED");
    const chargebacks = messaging.all<Chargeback>("chargebacks").filter(({ topupId, status }) => topupId === _id && status !== "WON");
    const back = sum(refunds) + sum(chargebacks);
    if (back > amount) return `of top-up ${_id} went back ${back} of ${amount}`;
  }
  return null;
}

/** The provider sends the money of a refund or payout once. */
export function paidOnce({ messaging }: Money): string | null {
  const sent = messaging
    .all<SandboxRow>("sandbox_payments")
    .flatMap(({ movement }) => (movement && ["TRANSFER", "REFUND"].includes(movement.kind) ? [movement.reference] : []));
  const twice = sent.find((reference, index) => sent.indexOf(reference) < index);
  return twice === undefined ? null : `sent twice: ${twice}`;
}

const sum = (rows: readonly { readonly amount: bigint }[]) => rows.reduce((total, { amount }) => total + amount, 0n);
