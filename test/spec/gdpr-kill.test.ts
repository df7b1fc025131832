import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Connection } from "mongoose";
import { freePort } from "#deploy/launch/free-port.ts";
import { MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { openDatabase } from "#libs/platform/mongo/connect.ts";
import { storeUrl } from "../mongo/database-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { httpClient, type Send } from "../support/http.ts";
import { dataOf } from "../support/test-system.ts";

const DATABASES = ["account", "analytics", "config", "content", "creator", "messaging", "notification", "webhook"];
const prefix = `kill${uuid().slice(-12)}_`;
const folder = mkdtempSync(join(tmpdir(), "kill-"));

let account: Connection;
/** The last started process. It is killed at the end even if it never became ready. */
let latest: ChildProcess | null = null;
let system: { readonly child: ChildProcess; readonly send: Send; hook(name: string, body: object): Promise<unknown> };

/** The whole system in a process of its own, over a database that outlives it. */
async function launch(): Promise<typeof system> {
  const port = String(await freePort());
  const { PATH = "" } = process.env;
  const store = { MONGO_URL: storeUrl(), DATABASE_PREFIX: prefix, DATA_DIR: folder };
  const env = { PATH, ...store, PORT: port, METRICS_PORT: "0", LOG_LEVEL: "silent", CONFIG_GDPR_DELETE_GRACE_DAYS: "0" };
  const child = spawn(process.execPath, ["deploy/launch/test-system.ts"], { env, stdio: "ignore" });
  latest = child;
  const base = `http://127.0.0.1:${port}`;
  await eventually(async () => expect((await fetch(`${base}/health/ready`)).status).toBe(200));
  const hook = async (name: string, body: object) => {
    const reply = await fetch(`${base}/__test__/${name}`, { method: "POST", body: JSON.stringify(body) });
    if (!reply.ok) throw new Error(`${name}: ${await reply.text()}`);
    return reply.json();
  };
  return { child, send: httpClient(`${base}/api/v1`), hook };
}

async function killAt(point: string, trigger: () => Promise<unknown>): Promise<void> {
  const exited = once(system.child, "exit");
  await system.hook("faults", { point, mode: "kill" });
  await trigger().catch(() => undefined);
  expect((await exited)[1]).toBe("SIGKILL");
  system = await launch();
}

const requestsOf = (userId: string) => account.collection("gdpr_requests").find({ userId }).toArray();
const statusOf = async (userId: string) => (await account.collection("users").findOne({ _id: userId as never }))?.status;

beforeAll(async () => {
  account = openDatabase({ url: storeUrl(), name: `${prefix}account` });
  system = await launch();
});

afterAll(async () => {
  latest?.kill("SIGKILL");
  for (const name of DATABASES) {
    const database = openDatabase({ url: storeUrl(), name: `${prefix}${name}` });
    await database.asPromise();
    await database.dropDatabase();
    await database.close();
  }
  await account.close();
  rmSync(folder, { recursive: true });
});

describe("E2 a process that is killed while it purges an account", () => {
  it("E2 GDP-09 leaves a purge that the next process resumes, after a kill at any step", async () => {
    const [email, password] = [`u${uuid().slice(-12)}@example.org`, "a password of one user"];
    const signIn = async () => {
      const reply = await system.send("POST", "/auth/login", { body: { email, password } });
      return dataOf<{ accessToken: string; user: { id: string } }>(reply, 200);
    };
    dataOf(await system.send("POST", "/auth/register", { body: { email, password } }), 201);
    const { user, accessToken: token } = await signIn();
    await killAt("gdpr.purge.erased", async () => {
      await system.send("POST", "/gdpr/delete", { token });
      await system.hook("jobs", { name: "account.purge-users" });
    });
    expect(await requestsOf(user.id)).toEqual([expect.objectContaining({ status: "PROCESSING" })]);
    await killAt("gdpr.purge.anonymized", async () => {
      await system.hook("clock", { advanceMs: 2 * MINUTE });
      await system.hook("jobs", { name: "account.purge-users" });
    });
    expect([await statusOf(user.id), (await requestsOf(user.id))[0]?.status]).toEqual(["DELETED", "PROCESSING"]);
    await system.hook("clock", { advanceMs: 4 * MINUTE });
    await eventually(async () => {
      await system.hook("jobs", { name: "account.purge-users" });
      expect((await requestsOf(user.id))[0]).toMatchObject({ status: "COMPLETED", receipt: { account: { anonymised: { users: 1 } } } });
    });
  });
});
