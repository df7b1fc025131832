import { expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import { signatureOf } from "#libs/providers/payment/callback-signature.ts";
import { checkedPayment } from "#libs/providers/payment/checked-payment.ts";
import type { SandboxDecision } from "#libs/providers/payment/sandbox/sandbox-outcomes.ts";
import { type Sandbox, sandboxPayment } from "#libs/providers/payment/sandbox/sandbox-payment.ts";
import { createTestRuntime, disposeRuntime, type TestRuntime } from "../support/runtime.ts";
import { type PaymentHarness, paymentSuite } from "./payment-suite.ts";

const SECRETS = ["an old secret of callbacks", "a new secret of callbacks"];

function configure(runtime: TestRuntime): void {
  const values = [{ key: "provider.payment_callback_secret", value: SECRETS.join(","), scope: null }];
  runtime.config.update({ revision: uuid(), values, flags: [], killSwitches: [] });
}

function sandboxOn(runtime: TestRuntime): Sandbox {
  return sandboxPayment({ database: runtime.database("messaging"), clock: runtime.clock, config: runtime.config });
}

async function openSandbox(): Promise<PaymentHarness> {
  const runtime = createTestRuntime();
  configure(runtime);
  // Two processes share the state: one acts, the other one answers.
  const [tester, sandbox] = [sandboxOn(runtime), sandboxOn(runtime)];
  const happen = async (reference: string, decision: Partial<SandboxDecision> & Pick<SandboxDecision, "outcome">) => {
    expect(await tester.decide(reference, { amount: null, currency: null, instrument: null, ...decision })).not.toBeNull();
  };
  return {
    provider: checkedPayment(sandbox.provider),
    clock: runtime.clock,
    pay: (reference, paid = {}) => happen(reference, { outcome: "SUCCEEDED", ...paid }),
    refuseRefunds: (reference) => happen(reference, { outcome: "REFUNDS_FAIL" }),
    refundElsewhere: (reference, amount) => happen(reference, { outcome: "REFUNDED_ELSEWHERE", amount }),
    openDispute: (reference) => happen(reference, { outcome: "DISPUTED" }),
    closeDispute: (reference, state) => happen(reference, { outcome: `DISPUTE_${state}` }),
    enablePayee: (reference) => happen(reference, { outcome: "ENABLED" }),
    restrictPayee: (reference) => happen(reference, { outcome: "RESTRICTED" }),
    setFunds: (payee, areHere) => happen(payee, { outcome: areHere ? "FUNDS_HERE" : "FUNDS_MISSING" }),
    callback(subject, reference, at) {
      const raw = Buffer.from(JSON.stringify({ id: uuid(), type: `${subject.toLowerCase()}.changed`, reference }));
      return { raw, headers: { "payment-signature": signatureOf(raw, SECRETS[1] ?? "", at) } };
    },
    stop: () => disposeRuntime(runtime, ["messaging"]),
  };
}

paymentSuite("sandbox", openSandbox);

it("PMT-06 either secret of the setting verifies a callback of the sandbox, and no other one", async () => {
  const { provider, clock, stop } = await openSandbox();
  const raw = Buffer.from('{"id":"e1","type":"charge.changed","reference":"sandbox:1"}');
  const read = (secret: string) => provider.readCallback(raw, { "payment-signature": signatureOf(raw, secret, clock.now()) }, clock.now());
  for (const secret of SECRETS) expect(await read(secret)).toEqual({ eventId: "e1", subject: "CHARGE", reference: "sandbox:1" });
  for (const secret of ["another one", SECRETS.join(",")]) await expect(read(secret)).rejects.toMatchObject({ reason: "REFUSED" });
  await stop();
});

it("PMT-06 without a secret in the setting, no callback of the sandbox is taken", async () => {
  const runtime = createTestRuntime();
  const raw = Buffer.from('{"id":"e1","type":"charge.changed","reference":"sandbox:1"}');
  const headers = { "payment-signature": signatureOf(raw, "anything", runtime.clock.now()) };
  await expect(sandboxOn(runtime).provider.readCallback(raw, headers, runtime.clock.now())).rejects.toMatchObject({ reason: "REFUSED" });
  await disposeRuntime(runtime, ["messaging"]);
});

it("a charge from before the sandbox recorded its state has the state that its top-up implies, and can be refunded", async () => {
  const runtime = createTestRuntime();
  const sandbox = sandboxPayment({
    database: runtime.database("messaging"),
    clock: runtime.clock,
    config: runtime.config,
    impliedCharge: async (topUpId) => (topUpId === "old" ? { state: "SUCCEEDED", amount: 900n, currency: "EUR" } : null),
  });
  const refund = { refundId: "r1", chargeReference: "sandbox:old", amount: 900n, currency: "EUR" };
  expect(await sandbox.provider.refund(refund)).toMatchObject({ state: "SUCCEEDED" });
  expect(await sandbox.provider.charge({ reference: "sandbox:old", topUpId: "old" })).toMatchObject({ state: "SUCCEEDED", amount: 900n });
  await expect(sandbox.provider.charge({ reference: "sandbox:other", topUpId: "other" })).rejects.toMatchObject({
    reason: "UNKNOWN_REFERENCE",
  });
  await disposeRuntime(runtime, ["messaging"]);
});
