import { createHash } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import type { CaptchaProvider } from "#libs/providers/captcha/captcha-provider.ts";
import { captchaSlot, SANDBOX_TOKEN } from "#libs/providers/captcha/captcha-slot.ts";
import { leadingZeroBits } from "#libs/providers/captcha/proof-of-work.ts";
import { testHost } from "./host.ts";
import { solve } from "./solve.ts";

const providerOf = (name: string, settings: Readonly<Record<string, unknown>> = {}) => {
  const host = testHost();
  host.configure({ "provider.captcha": name, "provider.captcha_difficulty": 8, ...settings });
  return { host, captcha: captchaSlot(host).use() };
};

const tokens: Readonly<Record<string, (captcha: CaptchaProvider) => Promise<string>>> = {
  proof_of_work: async (captcha) => solve(await captcha.challenge()),
  sandbox: async () => SANDBOX_TOKEN,
};

describe.each(["proof_of_work", "sandbox"])("the captcha provider %s", (name) => {
  it("gives a task with a limited size and lifetime, and accepts its solution", async () => {
    const { captcha, host } = providerOf(name);
    const { challenge, expiresAt } = await captcha.challenge();
    expect(challenge.length).toBeLessThanOrEqual(500);
    expect(expiresAt.getTime()).toBeGreaterThan(host.clock.now().getTime());
    const token = await tokens[name]?.(captcha);
    expect(await captcha.verify(token ?? "")).toBe(true);
  });

  it.each(["", "x", "null", "a.b.c.d.e", "x".repeat(5_000), `${"A".repeat(22)}.9999999999.1.${"A".repeat(43)}.1`])(
    "rejects the token %j",
    async (token) => {
      expect(await providerOf(name).captcha.verify(token)).toBe(false);
    },
  );
});

describe("the captcha provider proof_of_work", () => {
  it("accepts a token once, also when ten requests show it concurrently", async () => {
    const { captcha } = providerOf("proof_of_work");
    const token = solve(await captcha.challenge());
    const answers = await Promise.all(Array.from({ length: 10 }, () => captcha.verify(token)));
    expect(answers.filter((accepted) => accepted)).toHaveLength(1);
    expect(await captcha.verify(token)).toBe(false);
  });

  it("accepts one token for a challenge and rejects a second one with another counter", async () => {
    const { captcha } = providerOf("proof_of_work");
    const challenge = await captcha.challenge();
    const first = solve(challenge);
    const second = solve(challenge, Number(first.split(".").at(-1)) + 1);
    expect(second).not.toBe(first);
    expect([await captcha.verify(first), await captcha.verify(second)]).toEqual([true, false]);
  });

  it("rejects a token with fewer leading zero bits than demanded", async () => {
    const { captcha } = providerOf("proof_of_work", { "provider.captcha_difficulty": 12 });
    const challenge = await captcha.challenge();
    expect(challenge.difficulty).toBe(12);
    let counter = 0;
    while (leadingZeroBits(createHash("sha256").update(`${challenge.challenge}.${counter}`).digest()) >= 12) counter += 1;
    expect(await captcha.verify(`${challenge.challenge}.${counter}`)).toBe(false);
  });

  it("rejects a challenge with a changed difficulty or expiry, or from another system", async () => {
    const { captcha } = providerOf("proof_of_work");
    const { challenge } = await captcha.challenge();
    const [random = "", expiry = "", , hmac = ""] = challenge.split(".");
    const easier = { challenge: `${random}.${expiry}.0.${hmac}`, difficulty: 0 };
    const later = { challenge: `${random}.9999999999.8.${hmac}`, difficulty: 8 };
    for (const forged of [easier, later]) expect(await captcha.verify(solve(forged))).toBe(false);
    const secrets = { ...testHost().env.secrets, pseudonymKey: "another key of another system, 123456789" };
    const other = captchaSlot({ ...testHost(), env: testHost({ secrets }).env }).named("proof_of_work");
    expect(await other.verify(solve({ challenge, difficulty: 8 }))).toBe(false);
  });

  it("rejects a token after five minutes", async () => {
    const { captcha, host } = providerOf("proof_of_work");
    const token = solve(await captcha.challenge());
    host.clock.advance(5 * 60_000 + 1);
    expect(await captcha.verify(token)).toBe(false);
  });

  it("counts leading zero bits", () => {
    const bits = (...bytes: number[]) => leadingZeroBits(Buffer.from(bytes));
    expect([bits(255), bits(1), bits(0, 128), bits(0, 1), bits(0, 0)]).toEqual([0, 7, 8, 15, 16]);
  });
});
