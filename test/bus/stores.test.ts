import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { type EmbeddedMongo, startEmbeddedMongo } from "@creator-platform/embedded-mongo";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Redis } from "ioredis";
import mongoose, { type Connection } from "mongoose";
import { pino } from "pino";
import { makeKeys, readKeys } from "#deploy/keys/make-keys.ts";
import { mongoUrlWithUser, urlWithUser } from "#deploy/keys/store-urls.ts";
import { freePort } from "#deploy/launch/free-port.ts";
import { processes as processesOfSystem } from "#deploy/launch/services.ts";
import { withStoreUsers } from "#deploy/launch/with-store-users.ts";
import { systemClock } from "#libs/kernel/clock.ts";
import type { ProcessKeys } from "#libs/platform/bus/key-files.ts";
import type { ConfigSnapshot } from "#libs/platform/config/reader.ts";
import { settingsBackup } from "#libs/platform/config/settings-backup.ts";
import type { CounterStore } from "#libs/platform/counters/counter-store.ts";
import { redisCounters } from "#libs/platform/counters/redis-counters.ts";
import type { Env } from "#libs/platform/env/env.ts";
import { readEnv } from "#libs/platform/env/read-env.ts";
import { freeCounterKeys } from "#services/messaging/messages/domain/free-dm-quota.ts";
import { type ServerProcess, serverProcess } from "../support/server-process.ts";

describe("the access control of the stores of a cluster", () => {
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
    const url = mongoUrlWithUser(mongo.uri, { name, password }, "p_");
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
    [
      "creator",
      ["SET stores:memo:discovery:a 1", "INCR stores:rate:discovery:list:a"],
      ["SET stores:memo:settings x", "INCR stores:rate:login:a", "GET stores:replay:a", "EVAL return(1) 0"],
    ],
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

  it("BUS-12 limits, quotas, replays, lists and the settings backup work with the rights of the processes that use them", async () => {
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
    for (const key of ["saved", "left"]) await replays.begin(key, "print", 30);
    await replays.finish("saved", "print", { status: 201, body: "{}" }, 60);
    await replays.abandon("left");
    expect(await replays.begin("saved", "print", 30)).toMatchObject({ state: "answered" });
    await of("account").replays.begin("captcha:b", "used", 30);
    expect(await of("account").replays.begin("captcha:b", "used", 30)).toMatchObject({ state: "running" });
    const slots = freeCounterKeys("2026-01-01", "a", "b").map((key) => ({ key, limit: 1, recount: async () => 0 }));
    expect(await of("messaging").quotas.take(slots, new Date(Date.now() + 60_000))).toBeNull();
    await of("messaging").quotas.giveBack(slots);
    await of("creator").cache.put(list, "order", 60);
    expect(await of("creator").cache.get(list)).toBe("order");
    await of("creator").rates.hit(list, 1, 60);
    const env = { secrets: { contentKeys: new Map([["k", Buffer.alloc(32)]]) } } as unknown as Env;
    await settingsBackup({ counters: of("config"), env }).keep({ revision: "r", values: [] } as unknown as ConfigSnapshot);
    expect(await settingsBackup({ counters: of("content"), env }).find()).toMatchObject({ revision: "r" });
    expect(await Promise.all(opened.map(({ counters }) => counters.ping()))).toEqual(opened.map(() => true));
    await Promise.all(opened.map(({ counters }) => counters.close()));
    expect(warnings).toEqual([]);
  });

  it("BUS-12 a process signs in to both stores as itself with STORE_USERS=keys, one node or several", () => {
    const { storePassword, redisPassword } = passwordsOf("content");
    const urls = {
      MONGO_URL: "mongodb://mongo-1:27017,mongo-2:27017/?replicaSet=rs0",
      ANALYTICS_MONGO_URL: "mongodb://other",
      REDIS_URL: "redis://valkey-1:6379,redis://valkey-2:6379",
    };
    const files = { STORE_USERS: "keys", DATABASE_PREFIX: "p_", DATA_DIR: folder, PROCESS_KEYS_FILE: join(folder, "content.json") };
    expect(withStoreUsers(readEnv({ ...urls, ...files }))).toMatchObject({
      mongoUrl: `mongodb://content:${storePassword}@mongo-1:27017,mongo-2:27017/?replicaSet=rs0&authSource=p_content`,
      analyticsMongoUrl: `mongodb://content:${storePassword}@other/?authSource=p_content`,
      redisUrl: `redis://content:${redisPassword}@valkey-1:6379,redis://content:${redisPassword}@valkey-2:6379`,
    });
    expect(withStoreUsers(readEnv({ ...urls, ...files, STORE_USERS: "urls" })).mongoUrl).toBe(urls.MONGO_URL);
    expect(() => readEnv({ ...urls, ...files, PROCESS_KEYS_FILE: "" })).toThrow("PROCESS_KEYS_FILE is required with STORE_USERS=keys");
  });

  it("BUS-12 the script for MongoDB makes a user for each process, who may only append to ledger and audit log", () => {
    const server = new FakeMongo();
    const script = readFileSync(join(folder, "mongo-users.js"), "utf8");
    for (const _run of ["on a new server", "once more"]) runInNewContext(script, { db: server.database("test") });
    const processes = Object.keys(processesOfSystem);
    expect([...server.users.keys()].sort()).toEqual(["admin.tool", ...processes.map((name) => `p_${name}.${name}`)].sort());
    expect(server.users.get("p_messaging.messaging")).toMatchObject({
      pwd: passwordsOf("messaging").storePassword,
      roles: [{ db: "p_messaging" }],
    });
    const mayChange = (process: string, collection: string) =>
      server.roles
        .get(`p_${process}.process`)
        ?.privileges.some(({ resource, actions }) => resource.collection === collection && actions.includes("update"));
    expect(["wallets", "messages", "outbox"].map((name) => mayChange("messaging", name))).toEqual([true, true, true]);
    expect(["ledger_transactions", "audit_log", ""].map((name) => mayChange("messaging", name))).toEqual([false, false, false]);
    const databases = [...server.roles.values()].flatMap(({ privileges }) => privileges.map(({ resource }) => resource.db));
    expect(new Set(databases)).toEqual(new Set(processes.map((name) => `p_${name}`)));
  });

  it("BUS-12 Docker Compose starts its stores with the files of the keys", () => {
    const compose = readFileSync("docker-compose.yml", "utf8");
    const named = [...compose.matchAll(/\/keys\/keys\/([\w.-]+)/g)].map(([, name]) => name);
    expect([...new Set(named)].sort()).toEqual(["mongo-users.js", "mongo.key", "nats.conf", "redis.acl"]);
    for (const name of named) expect(statSync(join(folder, String(name))).mode & 0o777).toBe(0o600);
    expect(compose).toContain("STORE_USERS: keys");
  });
});

interface FakeRole {
  readonly privileges: readonly {
    readonly resource: { readonly db: string; readonly collection: string };
    readonly actions: readonly string[];
  }[];
}

/** The part of mongosh that the script uses: users and roles. Only the first user can be created without authentication. */
class FakeMongo {
  readonly users = new Map<string, { readonly pwd: string }>();
  readonly roles = new Map<string, FakeRole>();
  #isSignedIn = false;

  database(name: string): object {
    const key = (given: string) => `${name}.${given}`;
    const made = <T>(map: Map<string, T>, given: string, value: T, isNew: boolean) => {
      if ((!this.#isSignedIn && this.users.size > 0) || map.has(key(given)) === isNew) throw new Error(`refused: ${key(given)}`);
      map.set(key(given), value);
    };
    return {
      getSiblingDB: (other: string) => this.database(other),
      auth: (user: string, password: string) => {
        if (this.users.get(key(user))?.pwd !== password) throw new Error("Authentication failed.");
        this.#isSignedIn = true;
      },
      getUser: (user: string) => this.users.get(key(user)) ?? null,
      createUser: ({ user, ...rest }: { readonly user: string; readonly pwd: string }) => made(this.users, user, rest, true),
      updateUser: (user: string, rest: { readonly pwd: string }) => made(this.users, user, rest, false),
      getRole: (role: string) => this.roles.get(key(role)) ?? null,
      createRole: ({ role, ...rest }: FakeRole & { readonly role: string }) => made(this.roles, role, rest, true),
      updateRole: (role: string, rest: FakeRole) => made(this.roles, role, rest, false),
    };
  }
}
