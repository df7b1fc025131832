import { type Argon2Parameters, createPublicKey } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import jwt from "jsonwebtoken";
import { getMe, getPublicKeys, login, setUserStatus } from "#libs/contracts/account/index.ts";
import { MINUTE } from "#libs/kernel/clock.ts";
import { liveDeps } from "#services/account/deps.ts";
import { authenticate } from "#services/account/sign-in/authenticate.ts";
import { actAs, outcomeOf } from "../support/act-as.ts";
import { eventually } from "../support/eventually.ts";
import { claimsOf, type Fixture, newAddress, PASSWORD, startFixture } from "./fixture.ts";

let account: Fixture;
beforeAll(async () => {
  account = await startFixture();
});
afterEach(() => account.runtime.clock.reset());
afterAll(() => account.stop());

const INVALID = "auth.login.invalid_credentials";
const tryLogin = (email: string, password: string) => outcomeOf(account.login(email, password));

describe("POST /auth/login", () => {
  it("AUT-07 answers a token pair and the user", async () => {
    const email = await account.register({ displayName: "Ada" });
    const answer = await account.login(email);
    expect(answer).toMatchObject({ tokenType: "Bearer", expiresIn: 900, accountStatus: "ACTIVE", deletionScheduledAt: null });
    expect(answer.refreshToken).toMatch(/^[0-9a-f-]{36}\.[A-Za-z0-9_-]{43}\.[A-Za-z0-9_-]{43}$/);
    expect(answer.user).toMatchObject({ email, displayName: "Ada", emailVerified: false, intent: "FAN", status: "ACTIVE", roles: [] });
    expect(answer.user.lastLoginAt).not.toBeNull();
  });

  it("AUT-03 REG-05 signs an access token with every claim, which the published key verifies", async () => {
    const { signedIn, sessionId, userId } = await account.signUp();
    const { keys } = await account.call(getPublicKeys, {});
    const [key] = keys;
    const { header } = jwt.decode(signedIn.accessToken, { complete: true }) ?? {};
    expect(header).toMatchObject({ alg: "ES256", kid: key?.kid });
    expect(Object.keys(key ?? {}).sort()).toEqual(["alg", "crv", "kid", "kty", "use", "x", "y"]);
    const verified = jwt.verify(signedIn.accessToken, createPublicKey({ key: { ...key }, format: "jwk" }), {
      algorithms: ["ES256"],
      issuer: "creator-platform",
      audience: "api",
    });
    expect(verified).toMatchObject({ sub: userId, sid: sessionId, roles: [], status: "ACTIVE", typ: "access", token_use: "access" });
    const { iat, exp } = claimsOf(signedIn.accessToken);
    expect(Number(exp) - Number(iat)).toBe(900);
  });

  it("AUT-06 refuses a wrong password and an unknown address with the same answer", async () => {
    const email = await account.register();
    const wrong = await account.login(email, "not the password").catch((error: unknown) => error);
    const unknown = await account.login(newAddress(), "not the password").catch((error: unknown) => error);
    expect(wrong).toMatchObject({ key: INVALID, code: 401, errorCode: "AUTH_UNAUTHORIZED", vars: {} });
    expect(unknown).toMatchObject({ key: INVALID, code: 401, errorCode: "AUTH_UNAUTHORIZED", vars: {} });
  });

  it("AUT-06 takes as long for an unknown address as for a wrong password: one hash of the same cost", async () => {
    const email = await account.register();
    const costsOf = async (address: string) => {
      const costs: unknown[] = [];
      const note = (parameters: unknown) => {
        const { memory, passes, parallelism, tagLength } = parameters as Argon2Parameters;
        costs.push({ memory, passes, parallelism, tagLength });
      };
      subscribe("test.password-hashes", note);
      expect(await tryLogin(address, "not the password")).toBe(INVALID);
      unsubscribe("test.password-hashes", note);
      return costs;
    };
    const cost = [{ memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }];
    expect({ wrong: await costsOf(email), unknown: await costsOf(newAddress()) }).toEqual({ wrong: cost, unknown: cost });
  });

  it("AUT-25 refuses an account without a password like a wrong password", async () => {
    const email = await account.register();
    await account.database.connection.collection("users").updateOne({ email }, { $unset: { passwordHash: "" } });
    expect(await tryLogin(email, PASSWORD)).toBe(INVALID);
  });

  it("AUT-06 accepts the address in any letter case and with surrounding spaces", async () => {
    const email = await account.register();
    const answer = await account.login(`  ${email.toUpperCase()} `);
    expect(answer.user.email).toBe(email);
  });

  it("ENV-21 shows no password hash, and stores argon2id hashes only", async () => {
    const { signedIn, email, ...me } = await account.signUp();
    expect(JSON.stringify([signedIn, await me.call(getMe, {})])).not.toMatch(/passwordHash|argon2|\$m=/);
    const [row] = await account.rows("users", { email });
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(JSON.stringify(await account.rows("sessions"))).not.toContain(signedIn.refreshToken?.split(".")[1]);
  });

  it("AUT-07 refuses a suspended account only after the right password", async () => {
    const { email, userId } = await account.signUp();
    const admin = actAs(account.broker, account.runtime, { roles: ["ADMIN"] });
    await admin.call(setUserStatus, { userId, status: "SUSPENDED", reason: "spam" });
    expect(await tryLogin(email, "not the password")).toBe(INVALID);
    expect(await tryLogin(email, PASSWORD)).toBe("auth.account.suspended");
  });

  it("GDP-07 admits a deactivated account, and states its status in answer and token", async () => {
    const email = await account.register();
    await account.database.connection.collection("users").updateOne({ email }, { $set: { status: "DEACTIVATED" } });
    const answer = await account.login(email);
    expect(answer.accountStatus).toBe("DEACTIVATED");
    expect(claimsOf(answer.accessToken).status).toBe("DEACTIVATED");
  });

  it("ENV-26 refuses query operators in place of text", async () => {
    const operators = { email: { $gt: "" }, password: { $ne: null } } as unknown as { email: string; password: string };
    expect(await outcomeOf(account.call(login, operators))).toBe("error.validation_failed");
  });
});

describe("AUT-24 failed logins", () => {
  const failTimes = async (email: string, times: number) => {
    const outcomes: string[] = [];
    for (let attempt = 0; attempt < times; attempt += 1) outcomes.push(await tryLogin(email, "not the password"));
    return outcomes;
  };

  it.each(["known", "unknown"])("AUT-24 answers the 11th failure in 15 minutes with 429, for a %s address", async (kind) => {
    const email = kind === "known" ? await account.register() : newAddress();
    expect(await failTimes(email, 11)).toEqual([...Array(10).fill(INVALID), "error.throttled"]);
  });

  it("AUT-24 refuses the right password of a locked account until the window ends", async () => {
    const email = await account.register();
    await failTimes(email, 10);
    expect(await tryLogin(email, PASSWORD)).toBe("error.throttled");
    account.runtime.clock.advance(16 * MINUTE);
    expect(await tryLogin(email, PASSWORD)).toBe("ok");
  });

  it("AUT-24 counts anew after a success", async () => {
    const email = await account.register();
    await failTimes(email, 9);
    expect(await tryLogin(email, PASSWORD)).toBe("ok");
    expect(await failTimes(email, 10)).toEqual(Array(10).fill(INVALID));
  });

  it("AUT-24 tells how many seconds to wait", async () => {
    const email = newAddress();
    await failTimes(email, 10);
    const error = await account.login(email, "again").catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 429, errorCode: "THROTTLE_LIMIT_EXCEEDED" });
    const { retryAfter } = (error as { vars: { retryAfter: number } }).vars;
    expect(retryAfter).toBeGreaterThan(800);
    expect(retryAfter).toBeLessThanOrEqual(900);
  });

  it("AUT-24 answers exactly 10 of 30 parallel failures with 401, and the others with 429", async () => {
    const email = await account.register();
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => tryLogin(email, "not the password")));
    expect(new Set(outcomes)).toEqual(new Set([INVALID, "error.throttled"]));
    expect(outcomes.filter((outcome) => outcome === INVALID)).toHaveLength(10);
    expect(outcomes.filter((outcome) => outcome === "error.throttled")).toHaveLength(20);
  });

  it("AUT-24 refuses the right password behind a burst of wrong guesses", async () => {
    const email = await account.register();
    const { passwords, devices, lockout, captchaGate } = liveDeps(account.runtime);
    let queued = 0;
    const countingPasswords = {
      ...passwords,
      matches(...compared: Parameters<typeof passwords.matches>) {
        queued += 1;
        return passwords.matches(...compared);
      },
    };
    const guess = (password: string) =>
      outcomeOf(authenticate({ passwords: countingPasswords, devices, lockout, captchaGate }, { email, password }, "LOGIN"));
    const wrong = Array.from({ length: 20 }, (_, index) => guess(`guess number ${index}`));
    await eventually(async () => expect(queued).toBe(20));
    expect(await guess(PASSWORD)).toBe("error.throttled");
    await Promise.all(wrong);
  });

  it("AUT-24 refuses the right password when the tenth failure was counted during its comparison", async () => {
    const email = await account.register();
    const { passwords, devices, lockout, captchaGate } = liveDeps(account.runtime);
    const slowPasswords = {
      ...passwords,
      async matches(...compared: Parameters<typeof passwords.matches>) {
        const matches = await passwords.matches(...compared);
        await failTimes(email, 10);
        return matches;
      },
    };
    expect(
      await outcomeOf(authenticate({ passwords: slowPasswords, devices, lockout, captchaGate }, { email, password: PASSWORD }, "LOGIN")),
    ).toBe("error.throttled");
  });

  it("AUT-24 stores no address of a failed login", async () => {
    const email = newAddress();
    await failTimes(email, 1);
    expect(JSON.stringify(await account.rows("login_failures"))).not.toContain(email);
  });
});
