import { type ChildProcess, spawn } from "node:child_process";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { makeKeys } from "#deploy/keys/make-keys.ts";
import { chooseStore } from "#deploy/launch/choose-store.ts";
import { envOrExit } from "#deploy/launch/env-or-exit.ts";
import { freePort } from "#deploy/launch/free-port.ts";
import { findStore } from "#deploy/launch/store-file.ts";
import { login, register, startTotp, verifyEmail } from "#libs/contracts/account/index.ts";
import { VARIABLES } from "#libs/platform/env/variables.ts";
import { liveDeps } from "#services/account/deps.ts";
import { createAdmin } from "#services/account/sign-in/create-admin.ts";
import { type Fixture, newAddress, PASSWORD, startFixture } from "../account/fixture.ts";
import { outcomeOf } from "../support/act-as.ts";
import { eventually } from "../support/eventually.ts";
import { httpClient } from "../support/http.ts";
import { enrolledUser } from "./factors.ts";

const TYPED = "a password of the boss";
const folder = mkdtempSync(join(tmpdir(), "first-admin-"));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** What a command of a machine that has only Node printed, and its exit code. */
async function run(script: string, words: readonly string[], variables: NodeJS.ProcessEnv, input = "") {
  const child = spawn(process.execPath, [script, ...words], { env: { PATH: process.env.PATH, ...variables }, stdio: "pipe" });
  const said = { out: "", err: "" };
  child.stdout.on("data", (chunk) => (said.out += String(chunk)));
  child.stderr.on("data", (chunk) => (said.err += String(chunk)));
  child.stdin.end(input);
  const [code] = (await once(child, "close")) as [number | null];
  return { code, ...said };
}

const runCommand = (words: readonly string[], variables: NodeJS.ProcessEnv, input = "") =>
  run("deploy/create-admin.ts", words, variables, input);

describe("npm run admin:create", () => {
  const here = { DATA_DIR: join(folder, "data") };
  let system: ChildProcess | null = null;

  async function startSystem(): Promise<(email: string, password: string) => Promise<number>> {
    const port = String(await freePort());
    const variables = { PATH: process.env.PATH, ...here, PORT: port, METRICS_PORT: "0", CONFIG_PAGES_ENABLED: "false" };
    system = spawn(process.execPath, ["deploy/launch/single.ts"], { env: variables, stdio: "ignore" });
    await eventually(async () => expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200));
    const send = httpClient(`http://127.0.0.1:${port}/api/v1`);
    return async (email, password) => (await send("POST", "/admin/auth/login", { body: { email, password } })).status;
  }

  async function stopSystem(): Promise<void> {
    const stopping = system;
    system = null;
    if (!stopping || stopping.exitCode !== null) return;
    stopping.kill("SIGTERM");
    await once(stopping, "exit");
  }
  afterAll(stopSystem);

  it("STF-23 makes an admin of a stopped and of a running system, who signs in at once; its output has no password", async () => {
    const before = await runCommand(["--email", "Boss@example.org", "--password-stdin"], here, `${TYPED}\n`);
    expect(before).toEqual({ code: 0, out: "admin ready: boss@example.org (SUPER_ADMIN)\n", err: "" });
    const statusOf = await startSystem();
    expect(await statusOf("boss@example.org", TYPED)).toBe(200);
    expect(statSync(join(here.DATA_DIR, "store.json")).mode & 0o777).toBe(0o600);
    const beside = await runCommand(["--email", "money@example.org", "--role", "FINANCE", "--password-stdin"], here, TYPED);
    expect(beside).toEqual({ code: 0, out: "admin ready: money@example.org (FINANCE)\n", err: "" });
    expect(await statusOf("money@example.org", TYPED)).toBe(200);
    await stopSystem();
    expect(findStore(here.DATA_DIR)).toBeNull();
  });

  it("STF-23 signs in to a running store that has users", async () => {
    const dataDir = join(folder, "users");
    const keys = join(dataDir, "keys");
    const { APP_NAMESPACE: _, DATABASE_PREFIX: prefix } = VARIABLES;
    await makeKeys({ folder: keys, namespace: "dev", databasePrefix: prefix.default, hosts: [] });
    const store = await chooseStore({ production: false, url: null, dataDir, usersFile: join(keys, "store-users.json") });
    try {
      const made = await runCommand(["--email", "boss@example.org", "--password-stdin"], { DATA_DIR: dataDir }, TYPED);
      expect(made).toMatchObject({ code: 0, err: "" });
    } finally {
      await store.stop();
    }
  });

  it("STF-24 refuses a bad role, a weak password, and a call without password and terminal, with exit code 2", async () => {
    const refusals: readonly [readonly string[], string, string][] = [
      [["--email", "a@example.org"], "", "no terminal"],
      [["--email", "a@example.org", "--role", "KING", "--print-password"], "", "--role is one of SUPER_ADMIN"],
      [["--email", "a@example.org", "--password-stdin"], "fourteen chars", "fewer than 15 characters"],
    ];
    for (const [words, input, reason] of refusals) {
      const { code, out, err } = await runCommand(words, { DATA_DIR: join(folder, "refused") }, input);
      expect({ words, code, out, reason: err }).toEqual({ words, code: 2, out: "", reason: expect.stringContaining(reason) });
      if (input) expect(err).not.toContain(input);
    }
  });

  it("STF-24 --print-password prints a new password of 20 characters or more, as many as the setting asks for", async () => {
    const variables = { DATA_DIR: join(folder, "printed") };
    const printed = async (more: NodeJS.ProcessEnv) => {
      const { out } = await runCommand(["--email", "a@example.org", "--print-password"], { ...variables, ...more });
      return /^admin ready: a@example.org \(SUPER_ADMIN\)\npassword: (\S+)\n$/.exec(out)?.[1]?.length;
    };
    expect(await printed({})).toBeGreaterThanOrEqual(20);
    expect(await printed({ CONFIG_AUTH_STAFF_PASSWORD_MIN_LENGTH: "64" })).toBeGreaterThanOrEqual(64);
  });
});

describe("the account of a new admin that exists", () => {
  let account: Fixture;
  beforeAll(async () => {
    account = await startFixture();
  });
  afterAll(() => account.stop());

  const create = (email: string) => createAdmin(liveDeps(account.runtime), { email, password: TYPED, role: "SUPER_ADMIN" });

  it("STF-24 unverified, it gets the new password and is verified, and its sessions end", async () => {
    const { email, userId } = await account.signUp();
    await create(email);
    expect(await outcomeOf(account.login(email))).toBe("auth.login.invalid_credentials");
    expect(await account.rows("sessions", { userId, revoked: false })).toEqual([]);
    expect((await account.login(email, TYPED)).user).toMatchObject({ id: userId, emailVerified: true, roles: ["SUPER_ADMIN"] });
    expect((await account.rows("users", { _id: userId }))[0]?.mailboxProvenAt).toBeInstanceOf(Date);
    expect(await account.rows("outbox", { event: "user.security_event", "payload.userId": userId })).toHaveLength(1);
  });

  it("STF-24 locked by failed logins, it is open again; the browser that registered it is signed in by no link", async () => {
    const email = newAddress();
    const { browserKey } = await account.call(register, { email, password: PASSWORD });
    for (let attempt = 0; attempt < 10; attempt += 1) await outcomeOf(account.login(email, "wrong"));
    expect(await outcomeOf(account.login(email))).toBe("error.throttled");
    await create(email);
    expect(await outcomeOf(account.login(email, TYPED))).toBe("ok");
    expect(await account.call(verifyEmail, { token: account.mailedToken(email, "verify_email"), browserKey })).toEqual({ email });
  });

  it("STF-24 without its second factors it signs in with the new password at once, and may add one", async () => {
    const { email, userId } = await enrolledUser(account);
    await create(email);
    expect(await account.call(login, { email, password: TYPED })).toMatchObject({ mfaRequired: true });
    const admin = { email, password: TYPED, role: "SUPER_ADMIN", losesFactors: true } as const;
    for (const _ of ["with factors", "without"]) await createAdmin(liveDeps(account.runtime), admin);
    expect(await account.rows("recovery_codes", { _id: userId })).toEqual([]);
    expect(await outcomeOf(account.actor(await account.login(email, TYPED)).call(startTotp, {}))).toBe("ok");
    const facts = await account.rows("outbox", { event: "user.security_event", "payload.userId": userId });
    const kinds = facts.map(({ payload }) => (payload as { readonly kind: string }).kind);
    expect(kinds.sort()).toEqual(["MFA_RESET", ...Array(3).fill("PASSWORD_RESET")]);
  });

  it("STF-24 --reset-mfa removes its second factors and ends its sessions", async () => {
    const { email, userId } = await enrolledUser(account);
    const { mongoUrl, databasePrefix: DATABASE_PREFIX } = account.runtime.env;
    const variables = { DATA_DIR: join(folder, "lost"), MONGO_URL: mongoUrl ?? "", DATABASE_PREFIX };
    const factors = async () => (await account.rows("second_factors", { userId })).length;
    for (const [words, left] of [[[], 1] as const, [["--reset-mfa"], 0] as const]) {
      const made = await runCommand(["--email", email, "--password-stdin", ...words], variables, TYPED);
      expect([made.code, made.err, await factors()]).toEqual([0, "", left]);
    }
    expect(await account.rows("sessions", { userId, revoked: false })).toEqual([]);
  });

  it("STF-24 suspended, it is refused by the command and stays as it is", async () => {
    const { email, userId } = await account.signUp();
    await account.database.connection.collection<{ _id: string }>("users").updateOne({ _id: userId }, { $set: { status: "SUSPENDED" } });
    const { mongoUrl, databasePrefix: DATABASE_PREFIX } = account.runtime.env;
    const variables = { DATA_DIR: join(folder, "existing"), MONGO_URL: mongoUrl ?? "", DATABASE_PREFIX };
    const refused = await runCommand(["--email", email, "--password-stdin"], variables, TYPED);
    expect(refused).toMatchObject({ code: 2, out: "", err: expect.stringContaining("SUSPENDED") });
    expect((await account.rows("users", { _id: userId }))[0]).toMatchObject({ roles: [] });
  });
});

describe("the first administrator of production", () => {
  const production = {
    NODE_ENV: "production",
    MONGO_URL: "mongodb://127.0.0.1:1",
    TOKEN_SIGNING_KEY: generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    CONTENT_KEYS: `k1:${randomBytes(32).toString("hex")}`,
    PSEUDONYM_KEY: randomBytes(32).toString("hex"),
    ANALYTICS_TOKEN_KEY: randomBytes(16).toString("hex"),
    ADMIN_EMAIL: "boss@example.org",
  };

  it("STF-26 ends a start with a common password, or one of 14 characters: exit code 2, and a sentence that does not repeat it", async () => {
    for (const ADMIN_PASSWORD of ["password", "fourteen chars"]) {
      const { code, out, err } = await run("deploy/launch/single.ts", [], { ...production, ADMIN_PASSWORD, DATA_DIR: folder });
      expect({ ADMIN_PASSWORD, code, out }).toEqual({ ADMIN_PASSWORD, code: 2, out: "" });
      expect(err).toMatch(/^ADMIN_PASSWORD (is one of the most common passwords|has fewer than 15 characters)\n$/);
    }
    expect(envOrExit(null, { ...production, ADMIN_PASSWORD: "fifteen chars ." }).bootstrapAdmin?.password).toHaveLength(15);
  });

  it("STF-26 asks a local system and other processes for nothing", () => {
    const local = { DATA_DIR: join(folder, "local"), ADMIN_EMAIL: "boss@example.org", ADMIN_PASSWORD: "password" };
    expect(envOrExit(null, local).bootstrapAdmin).not.toBeNull();
    expect(envOrExit("content", { ...production, ADMIN_PASSWORD: "password" }).bootstrapAdmin).toBeNull();
  });
});
