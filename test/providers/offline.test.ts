import { describe, expect, it } from "@jest/globals";
import { checkedKyc, type KycProvider, kycSlot } from "#libs/providers/kyc.ts";
import { checkedPayment, type PaymentProvider, paymentSlot } from "#libs/providers/payment.ts";
import { type Push, pushSlot } from "#libs/providers/push.ts";
import { type Sms, smsSlot } from "#libs/providers/sms.ts";
import { testHost } from "./host.ts";

describe.each(["console"])("the SMS provider %s", (name) => {
  const sms: Sms = { to: "+4915112345678", text: "Your code is 123456", kind: "code", locale: "en" };
  const send = (message: Sms) => {
    const host = testHost();
    host.configure({ "provider.sms": name });
    return { host, sent: smsSlot(host).use().send(message) };
  };

  it("takes a message, and logs neither the number nor the words", async () => {
    const { host, sent } = send(sms);
    await expect(sent).resolves.toBeUndefined();
    expect(host.logged()).toContain('"kind":"code"');
    expect(host.logged()).not.toMatch(/4915|123456/);
  });

  it.each([{ to: "015112345678" }, { to: "+49 151" }, { to: "+1;drop" }, { text: "" }, { text: "x".repeat(1_001) }])(
    "REFUSES %j",
    async (wrong) => {
      await expect(send({ ...sms, ...wrong }).sent).rejects.toMatchObject({ slot: "sms", reason: "REFUSED" });
    },
  );
});

describe.each(["console"])("the push provider %s", (name) => {
  const push: Push = { deviceToken: "t0ken-of-a-device", title: "A reply", body: "Cleo answered you", kind: "message_replied_fan" };
  const send = (notification: Push) => {
    const host = testHost();
    host.configure({ "provider.push": name });
    return { host, sent: pushSlot(host).use().send(notification) };
  };

  it("takes a notification, and logs neither the token nor the words", async () => {
    const { host, sent } = send(push);
    await expect(sent).resolves.toBe("TAKEN");
    expect(host.logged()).not.toMatch(/t0ken|Cleo|reply"/);
  });

  it.each([{ deviceToken: "" }, { deviceToken: "x".repeat(4_097) }, { title: "x".repeat(201) }, { body: "x".repeat(1_001) }])(
    "REFUSES %j",
    async (wrong) => {
      await expect(send({ ...push, ...wrong }).sent).rejects.toMatchObject({ slot: "push", reason: "REFUSED" });
    },
  );
});

describe.each(["manual", "sandbox"])("the KYC provider %s", (name) => {
  const kyc = (): KycProvider => {
    const host = testHost();
    host.configure({ "provider.kyc": name });
    return kycSlot(host).use();
  };

  it("begins the same check once, under a reference that fits the store, and tells how it stands", async () => {
    const applicant = { checkId: "0190", locale: "de" };
    const check = await kyc().start(applicant);
    expect(await kyc().start(applicant)).toEqual(check);
    expect(check.reference.length).toBeLessThanOrEqual(200);
    expect(await kyc().outcome(check.reference)).toBe(name === "manual" ? "IN_REVIEW" : "APPROVED");
  });
});

describe.each(["sandbox"])("the payment provider %s", (name) => {
  const payment = () => {
    const host = testHost();
    host.configure({ "provider.payment": name });
    return paymentSlot(host);
  };

  it("PAY-03 begins the same charge once, under a reference that fits the store, and lets it succeed", async () => {
    const charge = { topUpId: "0190", amount: 500n, currency: "EUR" };
    const reference = await payment().use().start(charge);
    expect(await payment().use().start(charge)).toBe(reference);
    expect(reference.length).toBeLessThanOrEqual(200);
    expect(await payment().use().outcome(reference)).toBe("SUCCEEDED");
    expect(payment().activeName()).toBe(name);
  });
});

describe("API10 answers of providers", () => {
  /** An implementation that says what no type allows. */
  const saying = (answer: unknown) => async () => answer as never;
  const badAnswer = { name: "ProviderFailure", reason: "BAD_ANSWER" };
  const charge = { topUpId: "0190", amount: 500n, currency: "EUR" };
  const transfer = { payoutId: "0190", amount: 500n, currency: "EUR", methodKind: "BANK", methodLabel: "…1234" };
  const nonsense = ["", "x".repeat(201), "<html>\n</html>", null, undefined, 7, {}, ["SUCCEEDED"], "succeeded", { $ne: null }];

  it.each(nonsense)("no payment believes %j", async (answer) => {
    const provider: PaymentProvider = { start: saying(answer), outcome: saying(answer), pay: saying(answer) };
    const checked = checkedPayment(provider);
    await expect(checked.outcome("r")).rejects.toMatchObject(badAnswer);
    await expect(checked.pay(transfer)).rejects.toMatchObject(badAnswer);
    if (answer !== "succeeded") await expect(checked.start(charge)).rejects.toMatchObject(badAnswer);
  });

  it.each(nonsense)("no identity check believes %j", async (answer) => {
    const checked = checkedKyc({ start: saying({ reference: answer, url: null }), outcome: saying(answer) });
    await expect(checked.outcome("r")).rejects.toMatchObject(badAnswer);
    if (answer !== "succeeded") await expect(checked.start({ checkId: "1", locale: "en" })).rejects.toMatchObject(badAnswer);
  });

  it.each(["javascript:alert(1)", "http://kyc.example", "nowhere", 7, undefined, `https://kyc.example/${"x".repeat(2_000)}`])(
    "no applicant is sent to %j",
    async (url) => {
      const checked = checkedKyc({ start: saying({ reference: "r", url }), outcome: saying("APPROVED") });
      await expect(checked.start({ checkId: "1", locale: "en" })).rejects.toMatchObject(badAnswer);
    },
  );

  it("what the port promises goes through", async () => {
    const kyc = checkedKyc({ start: saying({ reference: "r", url: "https://kyc.example/1" }), outcome: saying("REJECTED") });
    expect([await kyc.start({ checkId: "1", locale: "en" }), await kyc.outcome("r")]).toEqual([
      { reference: "r", url: "https://kyc.example/1" },
      "REJECTED",
    ]);
    const payment = checkedPayment({ start: saying("ch_1"), outcome: saying("PENDING"), pay: saying("FAILED") });
    expect([await payment.start(charge), await payment.outcome("ch_1"), await payment.pay(transfer)]).toEqual([
      "ch_1",
      "PENDING",
      "FAILED",
    ]);
  });
});
