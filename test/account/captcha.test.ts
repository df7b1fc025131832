import { channel } from "node:diagnostics_channel";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { forgotPassword, getCaptcha, login, register } from "#libs/contracts/account/index.ts";
import { solve } from "../providers/solve.ts";
import { outcomeOf } from "../support/act-as.ts";
import { type Fixture, newAddress, PASSWORD, startFixture } from "./fixture.ts";

let account: Fixture;
beforeAll(async () => {
  account = await startFixture();
});
afterAll(() => account.stop());
afterEach(() => account.configure({}));

const REQUIRED = { "auth.captcha_required": true, "provider.captcha_difficulty": 8 };
const newSolution = async () => {
  const { challenge, difficulty } = await account.call(getCaptcha, {});
  return solve({ challenge: challenge ?? "", difficulty });
};

describe("captchas", () => {
  it("REG-01 requires no captcha by default", async () => {
    expect(await account.call(getCaptcha, {})).toMatchObject({ required: false, kind: "proof_of_work", difficulty: 17 });
    expect(await outcomeOf(account.call(register, { email: newAddress(), password: PASSWORD }))).toBe("ok");
  });

  it("REG-01 REG-03 requires a captcha for registration and forgotten passwords while the setting is on, and accepts each solution once", async () => {
    account.configure(REQUIRED);
    expect(await account.call(getCaptcha, {})).toMatchObject({ required: true, kind: "proof_of_work", difficulty: 8 });
    const email = newAddress();
    const tryRegister = (captchaToken?: string) => outcomeOf(account.call(register, { email, password: PASSWORD, captchaToken }));
    const tryForgot = (captchaToken?: string) => outcomeOf(account.call(forgotPassword, { email, captchaToken }));
    expect([await tryRegister(), await tryRegister(""), await tryForgot()]).toEqual(Array(3).fill("auth.captcha.required"));
    expect([await tryRegister("human"), await tryForgot("x")]).toEqual(Array(2).fill("auth.captcha.invalid"));
    expect(await account.rows("users", { email })).toEqual([]);
    const token = await newSolution();
    expect([await tryRegister(token), await tryRegister(token), await tryForgot(token)]).toEqual([
      "ok",
      "auth.captcha.invalid",
      "auth.captcha.invalid",
    ]);
    expect(await tryForgot(await newSolution())).toBe("ok");
    expect(account.mailKinds(email)).toEqual(["verify_email", "reset_password"]);
  });

  it("accepts one of ten parallel registrations with the same solution", async () => {
    account.configure(REQUIRED);
    const captchaToken = await newSolution();
    const attempts = Array.from({ length: 10 }, () =>
      outcomeOf(account.call(register, { email: newAddress(), password: PASSWORD, captchaToken })),
    );
    const outcomes = await Promise.all(attempts);
    expect(outcomes.filter((outcome) => outcome === "ok")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "auth.captcha.invalid")).toHaveLength(9);
  });

  it.each(["known", "unknown"])("AUT-24 requires a captcha at login after two failures, for %s accounts", async (kind) => {
    account.configure({ ...REQUIRED, "auth.captcha_login_failures": 2 });
    const email = newAddress();
    if (kind === "known") await account.call(register, { email, password: PASSWORD, captchaToken: await newSolution() });
    const tryLogin = (password: string, captchaToken?: string) => outcomeOf(account.call(login, { email, password, captchaToken }));
    expect([await tryLogin("wrong"), await tryLogin("wrong")]).toEqual(Array(2).fill("auth.login.invalid_credentials"));
    expect([await tryLogin("wrong"), await tryLogin(PASSWORD)]).toEqual(Array(2).fill("auth.captcha.required"));
    expect(await tryLogin("wrong", await newSolution())).toBe("auth.login.invalid_credentials");
    const outcome = kind === "known" ? "ok" : "auth.login.invalid_credentials";
    expect(await tryLogin(PASSWORD, await newSolution())).toBe(outcome);
    if (kind === "known") expect(await tryLogin(PASSWORD)).toBe("ok");
  });

  it("SPD-08 a login reads the failures of its account once, also while captchas are required", async () => {
    const commands: string[] = [];
    const onCommand = (message: unknown) => {
      const { event, details } = message as { event: string; details: { commandName: string; command: object } };
      const names = details.command && JSON.stringify(details.command, (_, value) => (typeof value === "bigint" ? String(value) : value));
      if (event === "commandStarted" && names.includes("login_failures")) commands.push(details.commandName);
    };
    const email = await account.register();
    account.configure({ ...REQUIRED, "auth.captcha_login_failures": 1 });
    channel("mongo:command").subscribe(onCommand);
    try {
      expect(await outcomeOf(account.login(email))).toBe("ok");
    } finally {
      channel("mongo:command").unsubscribe(onCommand);
    }
    // The read with the user, and the write that resets them.
    expect(commands).toEqual(["aggregate", "findAndModify"]);
  });

  it("requires a captcha at every login when the threshold is 0", async () => {
    const email = await account.register();
    account.configure({ ...REQUIRED, "auth.captcha_login_failures": 0 });
    expect(await outcomeOf(account.login(email))).toBe("auth.captcha.required");
  });

  it("answers 503 while captchas are required and the provider is off", async () => {
    account.configure({ ...REQUIRED, "provider.captcha": "off" });
    expect(await outcomeOf(account.call(getCaptcha, {}))).toBe("provider.error.off");
    expect(await outcomeOf(account.call(register, { email: newAddress(), password: PASSWORD, captchaToken: "x" }))).toBe(
      "provider.error.off",
    );
    account.configure({ "provider.captcha": "off" });
    expect(await account.call(getCaptcha, {})).toEqual({ required: false, kind: null, challenge: null, difficulty: null, expiresAt: null });
  });

  it("follows a change of the provider at runtime", async () => {
    account.configure({ ...REQUIRED, "provider.captcha": "sandbox" });
    expect(await account.call(getCaptcha, {})).toMatchObject({ kind: "sandbox", difficulty: null });
    const params = { email: newAddress(), password: PASSWORD, captchaToken: "human" };
    expect(await outcomeOf(account.call(register, params))).toBe("ok");
  });
});
