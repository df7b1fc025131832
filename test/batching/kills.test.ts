import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import mongoose, { type Connection } from "mongoose";
import { connect, type NatsConnection } from "nats";
import { freePort } from "#deploy/launch/free-port.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { eventually } from "../support/eventually.ts";
import { liftedLimits } from "../support/lifted-limits.ts";
import { type NatsServer, startNatsServer } from "../support/nats-server.ts";
import { type ServerProcess, serverProcess } from "../support/server-process.ts";

/** How often a process is killed. */
const KILLS = Number(process.env.BATCHING_KILLS ?? 3);
const IN_FLIGHT = 50;
/** Longest time until a process that was killed serves again, on a busy machine. */
const BACK_MS = 60_000;

const STORE = createRequire(import.meta.url).resolve("@creator-platform/embedded-mongo/main.ts");
const CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";

/** Starts a process that has ended, or kills it first. Starts it again when it ends during its start, like a supervisor. */
async function start(one: ServerProcess): Promise<void> {
  await eventually(async () => {
    await one.stop("SIGKILL");
    await one.start();
  }, BACK_MS);
}

/** A row whose id a client received. */
interface Answered {
  readonly id: string;
  /** The URL that the client sent; no other request has the same. */
  readonly url: string;
}

interface Row {
  readonly _id: string;
  readonly sessionId: string;
  readonly url: string;
  readonly landingPage: string;
  readonly pageViews: number;
}

describe("visits while processes are killed", () => {
  const folder = mkdtempSync(join(tmpdir(), "packing-"));
  let nats: NatsServer;
  let ear: NatsConnection;
  let batches = 0;
  let processes: Readonly<Record<"store" | "config" | "analytics" | "gateway", ServerProcess>>;
  let base: string;
  let database: Connection;

  beforeAll(async () => {
    nats = await startNatsServer();
    ear = await connect({ servers: nats.url });
    ear.subscribe("MOL-packing.REQB.analytics.*.pack.>", { callback: () => (batches += 1) });
    const [storePort, port] = [await freePort(), await freePort()];
    const mongoUrl = `mongodb://127.0.0.1:${storePort}/?directConnection=true`;
    base = `http://127.0.0.1:${port}/api/v1`;
    const variables = {
      ...Object.fromEntries(liftedLimits()),
      NODE_OPTIONS: "",
      APP_NAMESPACE: "packing",
      DATABASE_PREFIX: "packing_",
      DATA_DIR: folder,
      LOG_LEVEL: "silent",
      MONGO_URL: mongoUrl,
      NATS_URL: nats.url,
      PORT: String(port),
    };
    const service = async (name: string) => {
      const metricsPort = await freePort();
      const given = Object.entries({ ...variables, METRICS_PORT: metricsPort }).map(([variable, value]) => `${variable}=${value}`);
      return serverProcess(metricsPort, "env", [...given, process.execPath, "deploy/launch/service.ts", name]);
    };
    const options = ["--port", String(storePort), "--data-dir", join(folder, "mongo")];
    const store = serverProcess(storePort, "env", ["NODE_OPTIONS=", process.execPath, STORE, ...options]);
    processes = { store, config: await service("config"), analytics: await service("analytics"), gateway: await service("gateway") };
    for (const one of Object.values(processes)) await start(one);
    database = mongoose.createConnection(mongoUrl, { dbName: "packing_analytics" });
  });

  afterAll(async () => {
    await database?.close();
    await ear.close();
    for (const one of Object.values(processes ?? {})) await one.stop("SIGKILL");
    await nats.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The id of the row of a request. Null without an answer, or for an answer without a row. */
  async function send(path: string, body: object): Promise<string | null> {
    try {
      const headers = { "content-type": "application/json", "user-agent": CHROME };
      const response = await fetch(`${base}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
      return response.ok ? ((await response.json()) as { data: { id: string | null } }).data.id : null;
    } catch {
      // The gateway is restarting.
      await pause(50);
      return null;
    }
  }

  const sessions: Answered[] = [];
  const views: Answered[] = [];
  const newSession = async () => {
    const url = `https://a.test/${uuid()}`;
    const id = await send("/analytics/session", { visitorId: uuid(), landingPage: url, consentAnalytics: "granted" });
    if (id !== null) sessions.push({ id, url });
    return id;
  };
  const newView = async (sessionId: string) => {
    const url = `https://a.test/${uuid()}`;
    const id = await send("/analytics/pageview", { sessionId, url, path: "/" });
    if (id !== null) views.push({ id, url });
  };

  /** Kills a process, waits until visits are recorded again, and then until some more are. */
  async function kill(victim: ServerProcess): Promise<void> {
    await start(victim);
    const before = views.length;
    await eventually(() => expect(views.length).toBeGreaterThan(before + 2 * IN_FLIGHT), BACK_MS);
  }

  it(`SPD-14 every visit that was answered is stored, none twice, over ${KILLS} kills of service, store and gateway`, async () => {
    await eventually(async () => expect(await newSession()).not.toBeNull(), BACK_MS);
    let isOver = false;
    const client = async () => {
      while (!isOver) {
        const sessionId = await newSession();
        if (sessionId !== null) await Promise.all([newView(sessionId), newView(sessionId)]);
      }
    };
    const clients = Array.from({ length: IN_FLIGHT }, client);
    const victims = [processes.analytics, processes.store, processes.gateway];
    for (let kills = 0; kills < KILLS; kills += 1) await kill(victims[kills % victims.length] as ServerProcess);
    isOver = true;
    await Promise.all(clients);
    expect(batches).toBeGreaterThan(KILLS);

    const rowsOf = (name: string) => database.collection(name).find<Row>({}).toArray();
    const [storedSessions, storedViews] = [await rowsOf("analytics_sessions"), await rowsOf("analytics_page_views")];
    const urlOf = new Map<string, string>([
      ...storedSessions.map(({ _id, landingPage }) => [_id, landingPage] as const),
      ...storedViews.map(({ _id, url }) => [_id, url] as const),
    ]);
    expect([...sessions, ...views].filter(({ id, url }) => urlOf.get(id) !== url)).toEqual([]);
    expect(new Set(urlOf.values()).size).toBe(storedSessions.length + storedViews.length);
    const viewsOf = Map.groupBy(storedViews, ({ sessionId }) => sessionId);
    expect(storedSessions.filter(({ _id, pageViews }) => pageViews > (viewsOf.get(_id)?.length ?? 0))).toEqual([]);
  });
});
