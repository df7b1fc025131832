import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { isProcessName, loadProcess, type ProcessName, processes } from "#deploy/launch/services.ts";
import { readEnv } from "#libs/platform/env/read-env.ts";
import { createTestRuntime } from "../support/runtime.ts";

const MONGO_URL = "mongodb://127.0.0.1:1";
const SECRETS = {
  TOKEN_SIGNING_KEY: generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  CONTENT_KEYS: `k1:${randomBytes(32).toString("hex")}`,
  PSEUDONYM_KEY: randomBytes(32).toString("hex"),
  ANALYTICS_TOKEN_KEY: randomBytes(16).toString("hex"),
};
const PRODUCTION = { NODE_ENV: "production", MONGO_URL, ...SECRETS, ADMIN_EMAIL: "a@example.org", ADMIN_PASSWORD: "a long password" };

/** The secrets that a process of production does not start without, besides CONTENT_KEYS; none unless it is listed. */
const NEEDED: Readonly<Partial<Record<ProcessName, readonly (keyof typeof SECRETS)[]>>> = {
  account: ["TOKEN_SIGNING_KEY", "PSEUDONYM_KEY"],
  messaging: ["PSEUDONYM_KEY"],
  notification: ["PSEUDONYM_KEY"],
  analytics: ["ANALYTICS_TOKEN_KEY"],
  gateway: ["PSEUDONYM_KEY"],
};

const missingIn = (variables: NodeJS.ProcessEnv, owner: string | null): readonly string[] => {
  try {
    readEnv(variables, owner);
    return [];
  } catch (error) {
    return [...(error as Error).message.matchAll(/- (\w+) is required/g)].map(([, name = ""]) => name);
  }
};

it("BUS-10 a local system makes its folder for its owner alone: servers write there with their own modes", () => {
  const dataDir = join(mkdtempSync(join(tmpdir(), "env-")), "data");
  readEnv({ DATA_DIR: dataDir });
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  rmSync(dirname(dataDir), { recursive: true });
});

describe("the secrets of production", () => {
  it.each(Object.keys(processes).filter(isProcessName))("OPS-18 %s requires its own secrets and knows no others", async (name) => {
    const needed = NEEDED[name] ?? [];
    expect(missingIn({ NODE_ENV: "production", MONGO_URL }, name).toSorted()).toEqual(["CONTENT_KEYS", ...needed].toSorted());
    const { secrets, bootstrapAdmin } = readEnv(PRODUCTION, name);
    const { tokenSigningKey, pseudonymKey, analyticsTokenKey } = secrets;
    const known = { TOKEN_SIGNING_KEY: tokenSigningKey, PSEUDONYM_KEY: pseudonymKey, ANALYTICS_TOKEN_KEY: analyticsTokenKey };
    expect(Object.entries(known).flatMap(([secret, value]) => (value.length > 0 ? [secret] : []))).toEqual(needed);
    expect(bootstrapAdmin === null).toBe(name !== "account");
    // Its services are made of these.
    const runtime = createTestRuntime({ secrets });
    const make = async () => Object.entries(await loadProcess(name)).map(([service, factory]) => [service, factory(runtime).name]);
    for (const [service, made] of await make().finally(() => runtime.close())) expect(made).toBe(service);
  });

  it("OPS-18 a system in one process requires all secrets", () => {
    expect(missingIn({ NODE_ENV: "production", MONGO_URL }, null)).toEqual(Object.keys(SECRETS));
  });

  it.each([
    ["PSEUDONYM_KEY", "of one letter", "x".repeat(64)],
    ["PSEUDONYM_KEY", "of blanks", " ".repeat(32)],
    ["ANALYTICS_TOKEN_KEY", "of zeros", "00".repeat(16)],
    ["CONTENT_KEYS", "of a short pattern", `k1:${"0123".repeat(16)}`],
    ["CONTENT_KEYS", "with a stopgap beside a random one", `${SECRETS.CONTENT_KEYS},k2:${"ff".repeat(32)}`],
    ["CONTENT_KEYS", "without an id", SECRETS.CONTENT_KEYS.slice("k1".length)],
    ["CONTENT_KEYS", "without a key", ","],
    ["NODE_ENV", "that is unknown", "prod"],
  ])("OPS-13 a %s %s is refused", (name, _what, value) => {
    expect(() => readEnv({ ...PRODUCTION, [name]: value })).toThrow(`- ${name} `);
  });
});
