import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { freePort } from "#deploy/launch/free-port.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { readEnv } from "#libs/platform/env/read-env.ts";
import { eventually } from "../support/eventually.ts";
import { httpClient, type Send } from "../support/http.ts";
import { dataOf } from "../support/test-system.ts";

const dataDir = mkdtempSync(join(tmpdir(), "operations-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));

/** Starts a launcher on a machine that has only Node. */
function launch(script: string, variables: Record<string, string>): { child: ChildProcess; out(): string; err(): string } {
  const { PATH = "" } = process.env;
  const env = { PATH, DATA_DIR: dataDir, ...variables };
  const child = spawn(process.execPath, [script], { env, stdio: ["ignore", "pipe", "pipe"] });
  const text = { out: "", err: "" };
  child.stdout.on("data", (chunk) => (text.out += String(chunk)));
  child.stderr.on("data", (chunk) => (text.err += String(chunk)));
  return { child, out: () => text.out, err: () => text.err };
}

const exitOf = async (child: ChildProcess): Promise<unknown> => {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode ?? child.signalCode;
  const [code, signal] = await once(child, "exit");
  return code ?? signal;
};

describe("the system as a process", () => {
  const ADDRESS = "203.0.113.77";
  const admin = { email: "boss@example.org", password: "canary admin password" };
  let system: ReturnType<typeof launch>;
  let base: string;
  let send: Send;

  beforeAll(async () => {
    const port = String(await freePort());
    base = `http://127.0.0.1:${port}`;
    send = httpClient(`${base}/api/v1`);
    const identity = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
    system = launch("deploy/launch/test-system.ts", { PORT: port, METRICS_PORT: "0", LOG_LEVEL: "trace", ...identity });
    await eventually(async () => expect((await fetch(`${base}/health/ready`)).status).toBe(200));
  });

  afterAll(async () => {
    system.child.kill("SIGKILL");
    await exitOf(system.child);
  });

  const hook = (name: string, body: object) => fetch(`${base}/__test__/${name}`, { method: "POST", body: JSON.stringify(body) });

  /** Causes a paid message with its answer, a failed login and an internal error. Returns the secrets that must never be logged. */
  async function journey(): Promise<{ secrets: string[]; requestId: string }> {
    const headers = { "x-forwarded-for": ADDRESS };
    const secrets: string[] = [ADDRESS, admin.password];
    const signUp = async (name: string) => {
      const email = `canary-${name}@example.org`;
      const password = `canary password of ${name}`;
      dataOf(await send("POST", "/auth/register", { body: { email, password, displayName: name }, headers }), 201);
      const mail = await eventually(async () => {
        const [first] = ((await (await hook("mailbox", { email })).json()) as { data: { token: string }[] }).data;
        if (!first) throw new Error("no mail");
        return first;
      });
      dataOf(await send("POST", "/auth/verify-email", { body: { token: mail.token }, headers }), 200);
      const mobile = { ...headers, "x-client-platform": "IOS" };
      const login = await send("POST", "/auth/login", { body: { email, password }, headers: mobile });
      const { accessToken, refreshToken, user } = dataOf<{ accessToken: string; refreshToken: string; user: { id: string } }>(login, 200);
      secrets.push(
        email,
        password,
        mail.token,
        accessToken,
        refreshToken,
        accessToken.split(".")[2] ?? "",
        refreshToken.split(".")[1] ?? "",
      );
      return { token: accessToken, userId: user.id };
    };
    const [fan, creator] = [await signUp("fan"), await signUp("creator")];
    const as = (token: string, method: string, path: string, body: unknown, more = {}) =>
      send(method, path, { token, body, headers: { ...headers, ...more } });
    const upgraded = await as(creator.token, "POST", "/creators/upgrade", { username: `c${uuid().slice(-10)}` });
    const { creatorId } = dataOf<{ creatorId: string }>(upgraded, 201);
    dataOf(await as(creator.token, "PATCH", `/creators/${creatorId}/dm-settings`, { dmType: "SINGLE_PAY", price: "5.00" }), 200);
    const topUp = await as(fan.token, "POST", "/wallet/topups", { amount: "10.00" }, { "idempotency-key": "canary-key-0001" });
    dataOf(await as(fan.token, "POST", `/wallet/topups/${dataOf<{ topupId: string }>(topUp, 201).topupId}/confirm`, {}), 200);
    const content = "canary text of a message";
    secrets.push(content, "canary text of an answer");
    const message = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00", content };
    const requestId = "canary-request-0001";
    await hook("faults", { point: "messaging.send.commit", mode: "error", times: 1 });
    expect((await as(fan.token, "POST", "/messages", message, { "x-request-id": requestId })).status).toBe(500);
    const { messageId } = dataOf<{ messageId: string }>(await as(fan.token, "POST", "/messages", message), 201);
    dataOf(await as(creator.token, "POST", `/messages/${messageId}/reply`, { content: "canary text of an answer" }), 201);
    await send("POST", "/auth/login", { body: { email: "canary-fan@example.org", password: "canary wrong password" }, headers });
    secrets.push("canary wrong password");
    await hook("idle", {});
    return { secrets, requestId };
  }

  it("OPS-12 logs JSON lines with correlation ids at every level, and no secret, address or text", async () => {
    const { secrets, requestId } = await journey();
    const lines = system.out().trim().split("\n");
    expect(lines.length).toBeGreaterThan(15);
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(logged.filter(({ level, time }) => typeof level !== "string" || Number.isNaN(Date.parse(String(time))))).toEqual([]);
    expect(logged.filter(({ correlationId }) => correlationId === requestId).length).toBeGreaterThanOrEqual(2);
    const everything = system.out() + system.err();
    expect(secrets.filter((secret) => everything.includes(secret))).toEqual([]);
  });

  it("OPS-07 serves every metric of an operator as Prometheus text", async () => {
    const answer = await fetch(`${base}/metrics`);
    expect(answer.headers.get("content-type")).toContain("text/plain");
    const text = await answer.text();
    const names = [
      "http_requests_total",
      "http_request_duration_seconds",
      "messages_sent_total",
      "rate_limited_total",
      "tracking_dropped_total",
      "outbox_pending",
      "webhook_deliveries_total",
      "escrow_held_minor_units",
      "ledger_imbalance_minor_units",
    ];
    expect(names.filter((name) => !new RegExp(`^# TYPE ${name} `, "m").test(text))).toEqual([]);
    expect(text).toMatch(/^http_requests_total\{route="\/api\/v1\/messages",status="201"\} 1$/m);
    expect(text).toMatch(/^messages_sent_total\{dm_type="SINGLE_PAY",status="ESCROWED"\} 1$/m);
  });

  it("OPS-11 exits 0 on SIGTERM, so before the process ends itself with another code", async () => {
    system.child.kill("SIGTERM");
    expect(await exitOf(system.child)).toBe(0);
  });
});

describe("a port that another process has", () => {
  it.each(["PORT", "METRICS_PORT"])("OPS-17 %s is named in one sentence, without a stack trace", async (variable) => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const { child, err } = launch("deploy/launch/single.ts", { PORT: "0", METRICS_PORT: "0", [variable]: String(port) });
    expect(await exitOf(child)).toBe(2);
    expect(err()).toBe(`${variable} ${port} is in use; choose another: ${variable}=${port + 1} npm start\n`);
    other.close();
  });
});

describe("OPS-13 production", () => {
  const SECRETS = ["TOKEN_SIGNING_KEY", "CONTENT_KEYS", "PSEUDONYM_KEY", "MONGO_URL"];

  it.each(["single", "test-system"])("OPS-13 %s refuses to start without its secrets and names each", async (name) => {
    const { child, err } = launch(`deploy/launch/${name}.ts`, { NODE_ENV: "production", PORT: String(await freePort()) });
    expect(await exitOf(child)).toBe(2);
    expect(SECRETS.filter((secret) => !err().includes(secret))).toEqual([]);
  });

  it("OPS-13 refuses weak secrets and test hooks", () => {
    const weak = {
      NODE_ENV: "production",
      MONGO_URL: "mongodb://127.0.0.1:1",
      PSEUDONYM_KEY: "short",
      TOKEN_SIGNING_KEY: "no key",
      CONTENT_KEYS: "k1:abcd",
      TEST_HOOKS: "1",
    };
    for (const name of ["PSEUDONYM_KEY", "TOKEN_SIGNING_KEY", "CONTENT_KEYS", "TEST_HOOKS"]) {
      expect(() => readEnv(weak)).toThrow(name);
    }
  });
});
