import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { forgotPassword, getCaptcha, login, register } from "#libs/contracts/account.ts";
import { solve } from "#test/providers/solve.ts";
import { outcomeOf } from "#test/support/act-as.ts";
import { type Fixture, newAddress, PASSWORD, startFixture } from "./fixture.ts";

let account: Fixture;
beforeAll(async () => {
  account = await startFixture();
});
afterAll(() => account.stop());
afterEach(() => account.configure({}));

const wanted = { "auth.captcha_required": true, "provider.captcha_difficulty": 8 };
const solution = async () => {
  const { challenge, difficulty } = await account.call(getCaptcha, {});
  return solve({ challenge: challenge ?? "", difficulty });
};

describe("captchas", () => {
  it("REG-01 are asked for by nobody at first", async () => {
    expect(await account.call(getCaptcha, {})).toMatchObject({ required: false, kind: "proof_of_work", difficulty: 17 });
    expect(await outcomeOf(account.call(register, { email: newAddress(), password: PASSWORD }))).toBe("ok");
  });

  it("REG-01 REG-03 keep a registration and a forgotten password from who solved none; one solution is good for one of them", async () => {
    account.configure(wanted);
    expect(await account.call(getCaptcha, {})).toMatchObject({ required: true, kind: "proof_of_work", difficulty: 8 });
    const email = newAddress();
    const tryRegister = (captchaToken?: string) => outcomeOf(account.call(register, { email, password: PASSWORD, captchaToken }));
    const tryForgot = (captchaToken?: string) => outcomeOf(account.call(forgotPassword, { email, captchaToken }));
    expect([await tryRegister(), await tryRegister(""), await tryForgot()]).toEqual(Array(3).fill("auth.captcha.required"));
    expect([await tryRegister("human"), await tryForgot("x")]).toEqual(Array(2).fill("auth.captcha.invalid"));
    expect(await account.rows("users", { email })).toEqual([]);
    const token = await solution();
    expect([await tryRegister(token), await tryRegister(token), await tryForgot(token)]).toEqual([
      "ok",
      "auth.captcha.invalid",
      "auth.captcha.invalid",
    ]);
    expect(await tryForgot(await solution())).toBe("ok");
    expect(account.mailKinds(email)).toEqual(["verify_email", "reset_password"]);
  });

  it("ten registrations at once with one solution: one is heard", async () => {
    account.configure(wanted);
    const captchaToken = await solution();
    const attempts = Array.from({ length: 10 }, () =>
      outcomeOf(account.call(register, { email: newAddress(), password: PASSWORD, captchaToken })),
    );
    const outcomes = await Promise.all(attempts);
    expect(outcomes.filter((outcome) => outcome === "ok")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "auth.captcha.invalid")).toHaveLength(9);
  });

  it.each(["known", "unknown"])("AUT-24 are asked for at login after some failures, of an %s account alike", async (kind) => {
    account.configure({ ...wanted, "auth.captcha_login_failures": 2 });
    const email = newAddress();
    if (kind === "known") await account.call(register, { email, password: PASSWORD, captchaToken: await solution() });
    const tryLogin = (password: string, captchaToken?: string) => outcomeOf(account.call(login, { email, password, captchaToken }));
    expect([await tryLogin("wrong"), await tryLogin("wrong")]).toEqual(Array(2).fill("auth.login.invalid_credentials"));
    expect([await tryLogin("wrong"), await tryLogin(PASSWORD)]).toEqual(Array(2).fill("auth.captcha.required"));
    expect(await tryLogin("wrong", await solution())).toBe("auth.login.invalid_credentials");
    const outcome = kind === "known" ? "ok" : "auth.login.invalid_credentials";
    expect(await tryLogin(PASSWORD, await solution())).toBe(outcome);
    if (kind === "known") expect(await tryLogin(PASSWORD)).toBe("ok");
  });

  it("are asked for at every login when the setting says so", async () => {
    const email = await account.register();
    account.configure({ ...wanted, "auth.captcha_login_failures": 0 });
    expect(await outcomeOf(account.login(email))).toBe("auth.captcha.required");
  });

  it("are never left out: without a provider nobody gets through", async () => {
    account.configure({ ...wanted, "provider.captcha": "off" });
    expect(await outcomeOf(account.call(getCaptcha, {}))).toBe("provider.error.off");
    expect(await outcomeOf(account.call(register, { email: newAddress(), password: PASSWORD, captchaToken: "x" }))).toBe(
      "provider.error.off",
    );
    account.configure({ "provider.captcha": "off" });
    expect(await account.call(getCaptcha, {})).toEqual({ required: false, kind: null, challenge: null, difficulty: null, expiresAt: null });
  });

  it("follow the setting while the system runs", async () => {
    account.configure({ ...wanted, "provider.captcha": "sandbox" });
    expect(await account.call(getCaptcha, {})).toMatchObject({ kind: "sandbox", difficulty: null });
    const params = { email: newAddress(), password: PASSWORD, captchaToken: "human" };
    expect(await outcomeOf(account.call(register, params))).toBe("ok");
  });
});
