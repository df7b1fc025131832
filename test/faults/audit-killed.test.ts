import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Connection } from "mongoose";
import { freePort } from "#deploy/launch/free-port.ts";
import { backendNames } from "#deploy/launch/services.ts";
import { MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { openDatabase } from "#libs/platform/mongo/connect.ts";
import type { LedgerAuditDoc } from "#services/messaging/wallet/data/ledger-audit.store.ts";
import { storeUrl } from "../mongo/database-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { httpClient } from "../support/http.ts";
import { dataOf } from "../support/test-system.ts";

const prefix = `audit${uuid().slice(-12)}_`;
const folder = mkdtempSync(join(tmpdir(), "audit-"));
let messaging: Connection;
let latest: ChildProcess | null = null;

/** The whole system in a process of its own, over a database that outlives it. */
async function launch() {
  const port = String(await freePort());
  const { PATH = "" } = process.env;
  const store = { MONGO_URL: storeUrl(), DATABASE_PREFIX: prefix, DATA_DIR: folder };
  const child = spawn(process.execPath, ["deploy/launch/test-system.ts"], {
    env: { PATH, ...store, PORT: port, METRICS_PORT: "0", LOG_LEVEL: "silent" },
    stdio: "ignore",
  });
  latest = child;
  const base = `http://127.0.0.1:${port}`;
  await eventually(async () => expect((await fetch(`${base}/health/ready`)).status).toBe(200));
  const hook = (name: string, body: object) => fetch(`${base}/__test__/${name}`, { method: "POST", body: JSON.stringify(body) });
  return { child, send: httpClient(`${base}/api/v1`), hook };
}

beforeAll(async () => {
  messaging = openDatabase({ url: storeUrl(), name: `${prefix}messaging` });
  await messaging.asPromise();
});

afterAll(async () => {
  latest?.kill("SIGKILL");
  for (const name of backendNames) {
    const database = openDatabase({ url: storeUrl(), name: `${prefix}${name}` });
    await database.asPromise();
    await database.dropDatabase();
    await database.close();
  }
  await messaging.close();
  rmSync(folder, { recursive: true });
});

/** Confirms the address of a user: the mail with the code is in the other process. */
async function setVerified(userId: string): Promise<void> {
  const account = openDatabase({ url: storeUrl(), name: `${prefix}account` });
  await account.asPromise();
  await account.collection<{ _id: string }>("users").updateOne({ _id: userId }, { $set: { emailVerified: true } });
  await account.close();
}

const stateOf = async (scope: string) => messaging.collection<LedgerAuditDoc>("ledger_audits").findOne({ _id: scope as "FULL" });

describe("a process that is killed while it audits the books", () => {
  it("GRD-08 a full audit goes on where a killed process has stopped, and keeps what was found before", async () => {
    let system = await launch();
    const [email, password] = [`u${uuid().slice(-12)}@example.org`, "a password of one user"];
    dataOf(await system.send("POST", "/auth/register", { body: { email, password } }), 201);
    const { accessToken: token, user } = dataOf<{ accessToken: string; user: { id: string } }>(
      await system.send("POST", "/auth/login", { body: { email, password } }),
      200,
    );
    await setVerified(user.id);
    const started = await system.send("POST", "/wallet/topups", {
      token,
      body: { amount: "9.00" },
      headers: { "idempotency-key": uuid() },
    });
    const { topupId } = dataOf<{ topupId: string }>(started, 201);
    dataOf(await system.send("POST", `/wallet/topups/${topupId}/confirm`, { token, body: {} }), 200);
    await messaging.collection("wallets").updateOne({ userId: user.id }, { $inc: { balance: 1n } });

    const exited = once(system.child, "exit");
    await system.hook("faults", { point: "wallet.audit.slice", mode: "kill" });
    await system.hook("jobs", { name: "wallet.audit-books" }).catch(() => undefined);
    expect((await exited)[1]).toBe("SIGKILL");
    const killed = await stateOf("FULL");
    expect(killed).toMatchObject({ part: "totals", startedAt: expect.any(Date) });

    system = await launch();
    await system.hook("clock", { advanceMs: 3 * MINUTE });
    const ended = await system.hook("jobs", { name: "wallet.audit-books" });
    expect(ended.ok).toBe(true);
    const state = await stateOf("FULL");
    expect(state).toMatchObject({ lastSuccessAt: expect.any(Date) });
    expect([state?.startedAt, state?.part, state?.claimedUntil]).toEqual([undefined, undefined, undefined]);
    const [finding, ...others] = await messaging.collection("ledger_findings").find().toArray();
    expect([others, finding]).toMatchObject([[], { invariant: "M1", endedAt: null }]);
    expect(finding?.foundAt.getTime()).toBeLessThan(state?.lastSuccessAt?.getTime() ?? 0);
  });
});
