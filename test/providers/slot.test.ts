import { describe, expect, it } from "@jest/globals";
import { configKeys, entryOf } from "#libs/platform/config/keys/index.ts";
import { choicesOf, OFF, PROVIDER_SLOTS, PROVIDERS } from "#libs/policies/provider-slots.ts";
import { paymentSlot } from "#libs/providers/payment/payment-slot.ts";
import { ProviderFailure } from "#libs/providers/provider-failure.ts";
import { createSlot, orProviderUnavailable } from "#libs/providers/slot.ts";
import { socialProofSlot } from "#libs/providers/social-proof/social-proof-slot.ts";
import { outcomeOf } from "../support/act-as.ts";
import { stubPayment } from "../support/stub-payment.ts";
import { testHost } from "./host.ts";

interface Checks {
  readonly outcome: (reference: string) => Promise<string>;
  readonly start: () => Promise<string>;
}

const checks = (answer: (reference: string) => Promise<string>): Checks => ({ outcome: answer, start: async () => "" });

const slotWith = (manual: Checks, sandbox: Checks = checks(async () => "sandbox"), timeoutMs = 1_000) => {
  const { config, clock, configure } = testHost();
  return {
    clock,
    configure,
    kyc: createSlot<"kyc", Checks>({
      slot: "kyc",
      implementations: { manual, sandbox, payee: manual },
      config,
      clock,
      production: false,
      timeoutMs,
    }),
  };
};

describe("a slot", () => {
  it("a slot uses the implementation that the setting names at each use", async () => {
    const { kyc, configure } = slotWith(checks(async (reference) => `manual ${reference}`));
    expect([kyc.activeName(), await kyc.use().outcome("1")]).toEqual(["manual", "manual 1"]);
    configure({ "provider.kyc": "sandbox" });
    expect([kyc.activeName(), await kyc.use().outcome("1")]).toEqual(["sandbox", "sandbox"]);
    expect(await kyc.named("manual").outcome("2")).toBe("manual 2");
  });

  it("a slot has no sandbox in production", () => {
    const host = testHost({ production: true });
    for (const slot of [paymentSlot(host, { sandbox: stubPayment() }), socialProofSlot(host)]) {
      expect(slot.activeName()).toBeNull();
      expect(() => slot.use()).toThrow(expect.objectContaining({ key: "provider.error.off" }));
      expect(() => slot.named("sandbox")).toThrow(expect.objectContaining({ key: "provider.error.off" }));
    }
    expect(paymentSlot(testHost(), { sandbox: stubPayment() }).activeName()).toBe("sandbox");
  });

  it("a slot throws provider.error.off while it is off, and for an unknown name", () => {
    const { kyc, configure } = slotWith(checks(async () => ""));
    configure({ "provider.kyc": OFF });
    expect(kyc.activeName()).toBeNull();
    expect(() => kyc.use()).toThrow(expect.objectContaining({ key: "provider.error.off", errorCode: "FEATURE_DISABLED" }));
    expect(() => kyc.named("constructor")).toThrow(expect.objectContaining({ key: "provider.error.off" }));
  });

  it("API10 a slot ends a call without an answer with TIMEOUT", async () => {
    const { kyc } = slotWith(
      checks(() => new Promise(() => undefined)),
      undefined,
      20,
    );
    await expect(kyc.use().outcome("1")).rejects.toMatchObject({
      name: "ProviderFailure",
      slot: "kyc",
      reason: "TIMEOUT",
      isRetryable: true,
    });
  });

  it("API10 a slot reveals nothing of an error but its system code", async () => {
    const secret = "sk_live_secret for anna@example.org";
    const thrown: unknown[] = [new Error(secret), Object.assign(new Error(secret), { code: "ECONNREFUSED" }), secret, { secret }];
    const failures = [];
    for (const error of thrown) {
      const { kyc } = slotWith(checks(() => Promise.reject(error)));
      const failure = await kyc
        .use()
        .outcome(secret)
        .catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(ProviderFailure);
      failures.push(failure instanceof Error ? [failure.message, JSON.stringify(failure), failure.cause] : []);
    }
    expect(JSON.stringify(failures)).not.toContain("sk_live");
    expect(failures.map(([message]) => message)).toContain("provider kyc: UNREACHABLE (ECONNREFUSED)");
  });

  it("API10 a slot opens the circuit for thirty seconds after five outages in a row, then lets one call try the provider", async () => {
    let calls = 0;
    let works = false;
    const { kyc, clock } = slotWith(
      checks(async () => {
        calls += 1;
        if (!works) throw new Error("down");
        return "up";
      }),
    );
    const reasonOf = () =>
      kyc
        .use()
        .outcome("1")
        .catch((error: ProviderFailure) => error.reason);
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await reasonOf()).toBe("UNREACHABLE");
    expect([await reasonOf(), calls]).toEqual(["OPEN", 5]);
    clock.advance(30_001);
    expect(await Promise.all([reasonOf(), reasonOf()])).toEqual(["UNREACHABLE", "OPEN"]);
    clock.advance(30_001);
    works = true;
    expect([await reasonOf(), await reasonOf(), calls]).toEqual(["up", "up", 8]);
  });

  it.each(["REFUSED", "DEFERRED", "NOT_CONFIGURED"] as const)(
    "a slot does not open the circuit for %s, which is an answer to a bad request",
    async (reason) => {
      const { kyc } = slotWith(checks(() => Promise.reject(new ProviderFailure("kyc", reason))));
      for (let attempt = 0; attempt < 7; attempt += 1) await expect(kyc.use().outcome("1")).rejects.toMatchObject({ reason });
    },
  );

  it("a slot turns a failure into provider.error.failed with orProviderUnavailable, and no other error", async () => {
    expect(await outcomeOf(orProviderUnavailable(Promise.reject(new ProviderFailure("kyc", "TIMEOUT"))))).toBe("provider.error.failed");
    expect(await outcomeOf(orProviderUnavailable(Promise.reject(new TypeError("a mistake"))))).toBe("a mistake");
    expect(await orProviderUnavailable(Promise.resolve(1))).toBe(1);
  });
});

describe("the list of providers", () => {
  it("ENV-23 has a setting for each slot whose values are its implementations and off", () => {
    for (const slot of PROVIDER_SLOTS) {
      expect(entryOf(`provider.${slot}`)).toMatchObject({ type: "string", values: [...Object.keys(PROVIDERS[slot]), OFF] });
      expect(choicesOf(slot)).toContain(entryOf(`provider.${slot}`).default);
    }
    expect(PROVIDER_SLOTS).toEqual(expect.arrayContaining(["email", "sms", "push", "captcha", "kyc", "payment", "oauth", "storage"]));
  });

  it("names existing settings, and secret ones are sensitive", () => {
    const named = PROVIDER_SLOTS.flatMap((slot) => Object.values<readonly string[]>(PROVIDERS[slot]).flat());
    for (const key of named) expect(configKeys).toHaveProperty([key]);
    const secrets = Object.entries(configKeys).filter(([key]) => /secret|password|token$|api_key/.test(key) && key.startsWith("provider."));
    for (const [, entry] of secrets) expect(entry).toMatchObject({ sensitive: true, default: null });
  });

  it("ENV-23 names no vendor", () => {
    const words = PROVIDER_SLOTS.flatMap((slot) => [slot, ...choicesOf(slot)]);
    expect(new Set(words)).toEqual(
      new Set(
        [
          ["captcha", "email", "kyc", "oauth", "payment", "push", "sms", "social_proof", "storage"],
          ["checkout", "console", "folder", "manual", "memory", "off", "oidc", "payee", "proof_of_work", "sandbox", "smtp"],
        ].flat(),
      ),
    );
  });
});
