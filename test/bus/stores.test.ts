import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedMongo, startEmbeddedMongo } from "@creator-platform/embedded-mongo";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Redis } from "ioredis";
import mongoose, { type Connection } from "mongoose";
import { pino } from "pino";
import { makeKeys, readKeys } from "#deploy/keys/make-keys.ts";
import { urlWithUser } from "#deploy/keys/store-users.ts";
import { freePort } from "#deploy/launch/free-port.ts";
import { systemClock } from "#libs/kernel/clock.ts";
import type { ProcessKeys } from "#libs/platform/bus/key-files.ts";
import { keptSnapshot } from "#libs/platform/config/kept-snapshot.ts";
import type { ConfigSnapshot } from "#libs/platform/config/reader.ts";
import type { CounterStore } from "#libs/platform/counters/counter-store.ts";
import { redisCounters } from "#libs/platform/counters/redis-counters.ts";
import type { Env } from "#libs/platform/env/env.ts";
import { freeCounterKeys } from "#services/messaging/messages/domain/free-dm-quota.ts";
import { type ServerProcess, serverProcess } from "../support/server-process.ts";

describe("the stores of a cluster ask who is there", () => {
  let folder: string;
  let mongo: EmbeddedMongo;
  let redis: ServerProcess;
  const open: Connection[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "stores-"));
    await makeKeys({ folder, namespace: "stores", databasePrefix: "p_" });
    mongo = await startEmbeddedMongo({ usersFile: join(folder, "store-users.json") });
    const port = await freePort();
    redis = serverProcess(port, "redis-server", [
      "--bind",
      "127.0.0.1",
      "--port",
      String(port),
      "--save",
      "",
      "--aclfile",
      join(folder, "redis.acl"),
    ]);
    await redis.start();
  });
  afterAll(async () => {
    await Promise.all(open.map((connection) => connection.close()));
    await Promise.all([mongo.stop(), redis.stop("SIGKILL")]);
    rmSync(folder, { recursive: true, force: true });
  });

  const passwordsOf = (name: string): Partial<ProcessKeys> => readKeys(folder, name) ?? { process: name };
  const as = async (name: string, database = `p_${name}`): Promise<Connection> => {
    const { storePassword: password = "" } = passwordsOf(name);
    const url = urlWithUser(mongo.uri, { name, password }, { authSource: `p_${name}` });
    const connection = await mongoose.createConnection(url, { dbName: database, serverSelectionTimeoutMS: 3_000 }).asPromise();
    open.push(connection);
    return connection;
  };
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => "done",
      (error: { code?: number }) => error.code,
    );

  it("BUS-12 the store refuses a client without a password", async () => {
    const nobody = await mongoose.createConnection(mongo.uri, { dbName: "p_account" }).asPromise();
    open.push(nobody);
    expect(await codeOf(nobody.collection("users").findOne({}))).toBe(13);
  });

  it("BUS-12 a process reads and writes its own database, and no other", async () => {
    const own = await as("content");
    await own.collection("articles").insertOne({ title: "a" });
    expect(await own.collection("articles").countDocuments({})).toBe(1);
    expect(await codeOf((await as("content", "p_account")).collection("users").findOne({}))).toBe(13);
  });

  it.each(["ledger_transactions", "audit_log"])("BUS-12 messaging adds to %s, and neither changes nor deletes there", async (name) => {
    const book = (await as("messaging")).collection<{ _id: string; amount: number }>(name);
    await book.insertOne({ _id: "t1", amount: 5 });
    expect(await codeOf(book.updateOne({ _id: "t1" }, { $set: { amount: 500 } }))).toBe(13);
    expect(await codeOf(book.deleteOne({ _id: "t1" }))).toBe(13);
    expect(await book.findOne({ _id: "t1" })).toEqual({ _id: "t1", amount: 5 });
  });

  const redisOf = (name: string): string =>
    urlWithUser(`redis://127.0.0.1:${redis.port}`, { name, password: passwordsOf(name).redisPassword ?? "" });
  const replyTo = (client: Redis, [name = "", ...args]: readonly string[]) =>
    client.call(name, ...args).then(
      () => "done",
      (error: Error) => error.message.split(" ")[0],
    );

  it("BUS-12 Redis answers NOAUTH without a password", async () => {
    const nobody = new Redis(`redis://127.0.0.1:${redis.port}`, { lazyConnect: true, enableReadyCheck: false });
    await expect(nobody.get("stores:memo:settings")).rejects.toThrow("NOAUTH");
    nobody.disconnect();
  });

  it.each([
    ["content", ["GET stores:memo:settings"], ["GET stores:replay:a", "SET stores:memo:settings x", "SET stores:x 1", "EVAL return(1) 0"]],
    [
      "gateway",
      ["SET stores:replay:a 1", "DEL stores:replay:a"],
      ["GET stores:quota:free-dm:a", "SET stores:memo:settings x", "GET other:x"],
    ],
    ["account", ["SET stores:replay:captcha:a 1"], ["GET stores:replay:a", "SET stores:replay:a 1", "DEL stores:rate:a"]],
    ["messaging", ["SET stores:quota:free-dm:a 1"], ["GET stores:replay:a", "DEL stores:quota:free-dm:a"]],
    ["creator", ["SET stores:memo:discovery:a 1"], ["SET stores:memo:settings x", "SET stores:rate:login:a 1", "GET stores:replay:a"]],
  ])("BUS-12 %s reaches the keys that it uses in Redis, with the commands that it uses, and no others", async (name, allowed, refused) => {
    const client = new Redis(redisOf(name), { disableClientInfo: true });
    const managing = [
      "SCAN 0",
      "KEYS *",
      "FLUSHALL",
      "FUNCTION FLUSH",
      "SCRIPT FLUSH",
      "CONFIG GET *",
      "CLIENT LIST",
      "MONITOR",
      "ACL LIST",
    ];
    const answers = async (commands: readonly string[]) =>
      Promise.all(commands.map(async (command) => `${command}: ${await replyTo(client, command.split(" "))}`));
    expect(await answers(allowed)).toEqual(allowed.map((command) => `${command}: done`));
    expect(await answers([...refused, ...managing])).toEqual([...refused, ...managing].map((command) => `${command}: NOPERM`));
    client.disconnect();
  });

  it("BUS-12 a script of a process reaches no key that the process does not", async () => {
    const client = new Redis(redisOf("messaging"), { disableClientInfo: true });
    const read = (key: string) => replyTo(client, ["EVAL", `return redis.call("GET", "${key}")`, "0"]);
    expect([await read("stores:quota:free-dm:b"), await read("stores:replay:a")]).toEqual(["done", expect.not.stringContaining("done")]);
    client.disconnect();
  });

  it("BUS-12 limits, quotas, replays, lists and kept settings work with the rights of the processes that use them", async () => {
    const warnings: string[] = [];
    const logger = pino({ level: "warn" }, { write: (line) => void warnings.push(line) });
    const opened = ["gateway", "account", "messaging", "creator", "config", "content"].map((name) => ({
      name,
      counters: redisCounters({ url: redisOf(name), namespace: "stores", logger, clock: systemClock, key: "a key" }),
    }));
    const of = (name: string) => opened.find((each) => each.name === name)?.counters as CounterStore;
    const [login, list] = ["login:account.login:user:a", `discovery:list:${"a".repeat(64)}`];
    for (let hit = 0; hit < 2; hit += 1) await of("gateway").rates.hit(login, 1, 60);
    const { replays } = of("gateway");
    for (const key of ["kept", "left"]) await replays.begin(key, "print", 30);
    await replays.finish("kept", "print", { status: 201, body: "{}" }, 60);
    await replays.abandon("left");
    expect(await replays.begin("kept", "print", 30)).toMatchObject({ state: "answered" });
    await of("account").replays.begin("captcha:b", "used", 30);
    expect(await of("account").replays.begin("captcha:b", "used", 30)).toMatchObject({ state: "running" });
    const slots = freeCounterKeys("2026-01-01", "a", "b").map((key) => ({ key, limit: 1, recount: async () => 0 }));
    expect(await of("messaging").quotas.take(slots, new Date(Date.now() + 60_000))).toBeNull();
    await of("messaging").quotas.giveBack(slots);
    await of("creator").cache.put(list, "order", 60);
    expect(await of("creator").cache.get(list)).toBe("order");
    await of("creator").rates.hit(list, 1, 60);
    const env = { secrets: { contentKeys: new Map([["k", Buffer.alloc(32)]]) } } as unknown as Env;
    await keptSnapshot({ counters: of("config"), env }).keep({ revision: "r", values: [] } as unknown as ConfigSnapshot);
    expect(await keptSnapshot({ counters: of("content"), env }).find()).toMatchObject({ revision: "r" });
    expect(await Promise.all(opened.map(({ counters }) => counters.ping()))).toEqual(opened.map(() => true));
    await Promise.all(opened.map(({ counters }) => counters.close()));
    expect(warnings).toEqual([]);
  });
});
