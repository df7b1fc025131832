import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedMongo, startEmbeddedMongo } from "@creator-platform/embedded-mongo";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Redis } from "ioredis";
import mongoose, { type Connection } from "mongoose";
import { makeKeys, readKeys } from "#deploy/keys/make-keys.ts";
import { urlWithUser } from "#deploy/keys/store-users.ts";
import { freePort } from "#deploy/launch/free-port.ts";
import { systemClock } from "#libs/kernel/clock.ts";
import type { ProcessKeys } from "#libs/platform/bus/key-files.ts";
import { memoryCounters } from "#libs/platform/counters/memory-counters.ts";
import { redisCounters } from "#libs/platform/counters/redis-counters.ts";
import { silent } from "../events/stream-fixtures.ts";
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

  it("BUS-12 Redis answers NOAUTH without a password, and a process reaches the keys of its namespace only", async () => {
    const url = `redis://127.0.0.1:${redis.port}`;
    const nobody = new Redis(url, { lazyConnect: true, enableReadyCheck: false });
    await expect(nobody.get("stores:x")).rejects.toThrow("NOAUTH");
    nobody.disconnect();
    const own = new Redis(urlWithUser(url, { name: "content", password: passwordsOf("content").redisPassword ?? "" }));
    await own.set("stores:x", "1");
    await expect(own.get("other:x")).rejects.toThrow("NOPERM");
    await expect(own.flushall()).rejects.toThrow("NOPERM");
    await expect(own.config("GET", "*")).rejects.toThrow("NOPERM");
    own.disconnect();
  });

  it("BUS-12 counters, quotas and replays work with the rights of a process", async () => {
    const url = urlWithUser(`redis://127.0.0.1:${redis.port}`, { name: "gateway", password: passwordsOf("gateway").redisPassword ?? "" });
    const counters = redisCounters({ url, namespace: "stores", logger: silent, clock: systemClock });
    const local = memoryCounters({ clock: systemClock });
    for (const store of [counters, local]) expect(await store.cache.get("k")).toBeNull();
    await counters.cache.put("k", "v", 60);
    expect(await counters.cache.get("k")).toBe("v");
    await Promise.all([counters.close(), local.close()]);
  });
});
