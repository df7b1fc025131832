import { describe, expect, it } from "@jest/globals";
import { checkedKyc, type KycProvider, kycSlot } from "#libs/providers/kyc/kyc-slot.ts";
import { type Push, pushSlot } from "#libs/providers/push/push-slot.ts";
import { type Sms, smsSlot } from "#libs/providers/sms/sms-slot.ts";
import { testHost } from "./host.ts";

describe.each(["console"])("the SMS provider %s", (name) => {
  const sms: Sms = { to: "+4915112345678", text: "Your code is 123456", kind: "code", locale: "en" };
  const send = (message: Sms) => {
    const host = testHost();
    host.configure({ "provider.sms": name });
    return { host, sent: smsSlot(host).use().send(message) };
  };

  it("accepts a message and logs neither number nor text", async () => {
    const { host, sent } = send(sms);
    await expect(sent).resolves.toBeUndefined();
    expect(host.logged()).toContain('"kind":"code"');
    expect(host.logged()).not.toMatch(/4915|123456/);
  });

  it.each([{ to: "015112345678" }, { to: "+49 151" }, { to: "+1;drop" }, { text: "" }, { text: "x".repeat(1_001) }])(
    "refuses %j",
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

  it("accepts a notification and logs neither token nor text", async () => {
    const { host, sent } = send(push);
    await expect(sent).resolves.toBe("TAKEN");
    expect(host.logged()).not.toMatch(/t0ken|Cleo|reply"/);
  });

  it.each([{ deviceToken: "" }, { deviceToken: "x".repeat(4_097) }, { title: "x".repeat(201) }, { body: "x".repeat(1_001) }])(
    "refuses %j",
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

  it("starts one check for an id, with a reference of at most 200 characters, and answers its outcome", async () => {
    const applicant = { checkId: "0190", locale: "de" };
    const check = await kyc().start(applicant);
    expect(await kyc().start(applicant)).toEqual(check);
    expect(check.reference.length).toBeLessThanOrEqual(200);
    expect(await kyc().outcome(check.reference)).toBe(name === "manual" ? "IN_REVIEW" : "APPROVED");
  });
});

describe("API10 answers of a provider", () => {
  /** A method whose answer breaks the types of the port. */
  const answering = (answer: unknown) => async () => answer as never;
  const badAnswer = { name: "ProviderFailure", reason: "BAD_ANSWER" };
  const INVALID_ANSWERS = ["", "x".repeat(201), "<html>\n</html>", null, undefined, 7, {}, ["SUCCEEDED"], "succeeded", { $ne: null }];

  it.each(INVALID_ANSWERS)("bad answers of an identity provider are BAD_ANSWER: %j", async (answer) => {
    const checked = checkedKyc({ start: answering({ reference: answer, url: null }), outcome: answering(answer) });
    await expect(checked.outcome("r")).rejects.toMatchObject(badAnswer);
    if (answer !== "succeeded") await expect(checked.start({ checkId: "1", locale: "en" })).rejects.toMatchObject(badAnswer);
  });

  it.each(["javascript:alert(1)", "http://kyc.example", "nowhere", 7, undefined, `https://kyc.example/${"x".repeat(2_000)}`])(
    "bad pages for an applicant are BAD_ANSWER: %j",
    async (url) => {
      const checked = checkedKyc({ start: answering({ reference: "r", url }), outcome: answering("APPROVED") });
      await expect(checked.start({ checkId: "1", locale: "en" })).rejects.toMatchObject(badAnswer);
    },
  );

  it("answers that fit the port are returned", async () => {
    const kyc = checkedKyc({ start: answering({ reference: "r", url: "https://kyc.example/1" }), outcome: answering("REJECTED") });
    expect([await kyc.start({ checkId: "1", locale: "en" }), await kyc.outcome("r")]).toEqual([
      { reference: "r", url: "https://kyc.example/1" },
      "REJECTED",
    ]);
  });
});
