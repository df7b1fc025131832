import { type ChildProcess, spawn } from "node:child_process";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { type NatsServer, startNatsServer } from "../support/nats-server.ts";
import { type SecuredNats, startSecuredNats } from "../support/secured-nats.ts";

const NAMESPACE = "startup";
const SECRETS = {
  PSEUDONYM_KEY: randomBytes(32).toString("hex"),
  CONTENT_KEYS: `k1:${randomBytes(32).toString("hex")}`,
  ANALYTICS_TOKEN_KEY: randomBytes(16).toString("hex"),
  TOKEN_SIGNING_KEY: generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
};

describe("a process and its bus", () => {
  let open: NatsServer;
  let secured: SecuredNats;
  let child: ChildProcess | null = null;

  beforeAll(async () => {
    [open, secured] = await Promise.all([startNatsServer(), startSecuredNats(NAMESPACE)]);
  });
  afterEach(() => void child?.kill("SIGKILL"));
  afterAll(async () => {
    await Promise.all([open.dispose(), secured.dispose()]);
  });

  /** Runs a service until it ends. */
  async function run(service: string, variables: Record<string, string>): Promise<{ code: number | null; text: string }> {
    const { NODE_OPTIONS: _forJest, ...inherited } = process.env;
    const env = { ...inherited, LOG_LEVEL: "warn", APP_NAMESPACE: NAMESPACE, REDIS_URL: "redis://127.0.0.1:9", ...variables };
    child = spawn(process.execPath, ["deploy/launch/service.ts", service], { env, stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (text += String(chunk)));
    const [code] = (await once(child, "exit")) as [number | null];
    return { code, text };
  }
  const filesOf = (process: string) => {
    const { natsCaFile, processKeysFile, keysRosterFile } = secured.filesOf(process);
    return { NATS_CA_FILE: natsCaFile, PROCESS_KEYS_FILE: processKeysFile, KEYS_ROSTER_FILE: keysRosterFile };
  };
  const production = { NODE_ENV: "production", MONGO_URL: "mongodb://127.0.0.1:9/", ...SECRETS };

  it("BUS-13 in production does not start without its keys, and names what is missing", async () => {
    const { code, text } = await run("content", { ...production, NATS_URL: secured.url });
    for (const name of ["NATS_CA_FILE", "PROCESS_KEYS_FILE", "KEYS_ROSTER_FILE"]) expect(text).toContain(`${name} is required`);
    expect(text).not.toContain("    at ");
    expect(code).toBe(2);
  });

  it("BUS-13 in production does not start when a file cannot be read, or belongs to another process", async () => {
    const missing = await run("content", { ...production, NATS_URL: secured.url, ...filesOf("content"), PROCESS_KEYS_FILE: "/gone.json" });
    expect([missing.code, missing.text.trim()]).toEqual([2, "PROCESS_KEYS_FILE=/gone.json cannot be read: ENOENT"]);
    const foreign = await run("content", { ...production, NATS_URL: secured.url, ...filesOf("account") });
    expect([foreign.code, foreign.text.trim()]).toEqual([2, "PROCESS_KEYS_FILE holds the keys of account, not of content"]);
  });

  it("BUS-13 in production does not start on a bus without access control", async () => {
    const { code, text } = await run("content", { ...production, NATS_URL: open.url, ...filesOf("content") });
    expect(text).toContain("NATS_URL: the bus lets anybody in");
    expect(code).toBe(2);
  });

  it("BUS-14 a process whose subscription the bus refuses names the subject and ends with 2 instead of trying for ever", async () => {
    // Moleculer's runner takes the name from the keys; the services of another process are then forbidden.
    const { NODE_OPTIONS: _forJest, ...inherited } = process.env;
    const args = ["node_modules/moleculer/bin/moleculer-runner.mjs", "--config", "moleculer.config.ts", "services/analytics"];
    const env = {
      ...inherited,
      LOG_LEVEL: "warn",
      APP_NAMESPACE: NAMESPACE,
      MONGO_URL: process.env.MONGO_URL ?? "",
      DATABASE_PREFIX: `start${process.pid}_`,
      NATS_URL: secured.url,
      ...filesOf("content"),
    };
    child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (text += String(chunk)));
    const [code] = (await once(child, "exit")) as [number | null];
    expect(text).toMatch(new RegExp(`MOL-${NAMESPACE}\\.(REQB|EVENTB)\\.analytics\\.`));
    expect(code).toBe(2);
  });
});
