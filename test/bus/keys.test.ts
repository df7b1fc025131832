import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { busPlan } from "#deploy/bus/bus-plan.ts";
import { declaredCollections, declaredServices } from "#deploy/bus/declared.ts";
import { makeKeys, makeOperator, revokeKey } from "#deploy/keys/make-keys.ts";
import { moveStreams } from "#deploy/keys/move-streams.ts";
import { loadAll } from "#deploy/launch/services.ts";
import { sha256Hex } from "#libs/kernel/secrets.ts";
import { createTestRuntime } from "../support/runtime.ts";

describe("the keys of the bus", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "keys-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const textOf = (name: string) => readFileSync(join(folder, "keys", name), "utf8");
  const options = () => ({ folder: join(folder, "keys"), namespace: "test", databasePrefix: "test_" });

  it("BUS-03 the permissions in deploy/bus/subjects.json are those that the services declare (npm run bus)", async () => {
    const runtime = createTestRuntime();
    const written = JSON.parse(readFileSync("deploy/bus/subjects.json", "utf8"));
    const services = await loadAll();
    const plan = busPlan(declaredServices(runtime, services), declaredCollections(runtime, services));
    expect(written).toEqual(JSON.parse(JSON.stringify(plan)));
    await runtime.close();
  });

  it("BUS-10 lie in a folder and files that their owner alone may read, and no seed stands in configuration or roster", async () => {
    await makeKeys(options());
    expect(statSync(join(folder, "keys")).mode & 0o777).toBe(0o700);
    const files = readdirSync(join(folder, "keys"));
    expect(files.map((name) => [name, (statSync(join(folder, "keys", name)).mode & 0o777).toString(8)])).toEqual(
      files.map((name) => [name, "600"]),
    );
    for (const name of ["nats.conf", "roster.json"]) expect(textOf(name)).not.toMatch(/\bSU[A-Z2-7]{50,}/);
    expect(textOf("content.json")).toMatch(/"SU[A-Z2-7]{50,}"/);
  });

  it("BUS-10 a second run leaves existing keys unchanged; a new operator is added to permissions and roster", async () => {
    await makeKeys(options());
    const before = ["content.json", "config.json", "root.json", "ca.pem", "bus.pem"].map(textOf);
    makeOperator(options(), "anna");
    await makeKeys(options());
    expect(["content.json", "config.json", "root.json", "ca.pem", "bus.pem"].map(textOf)).toEqual(before);
    expect(Object.keys(JSON.parse(textOf("roster.json")).keys.operators).sort()).toEqual(["anna", "operator"]);
    expect(textOf("nats.conf")).toContain("MOL-test.RES.anna.*.from.content");
    expect(() => makeOperator(options(), "content")).toThrow("cannot be the name of an operator");
    expect(() => makeOperator(options(), "a.b")).toThrow("cannot be the name of an operator");
  });

  it.each(["content", "gateway"])("BUS-11 no secret from the file of %s is valid after a revocation and a restart", async (name) => {
    await makeKeys(options());
    const keysOf = (process: string) => JSON.parse(textOf(`${process}.json`));
    const [former, formerMessaging, formerUsers] = [keysOf(name), keysOf("messaging"), textOf("store-users.json")];
    await revokeKey(options(), name);
    const now = keysOf(name);
    const same = Object.keys(former).filter((key) => JSON.stringify(now[key]) === JSON.stringify(former[key]));
    expect([same, Object.keys(now)]).toEqual([["process"], Object.keys(former)]);
    expect(textOf("redis.acl")).toContain(sha256Hex(now.redisPassword));
    expect(textOf("redis.acl")).not.toContain(sha256Hex(former.redisPassword));
    const credentialsIn = (users: string) => JSON.parse(users).users.find((user: { name: string }) => user.name === name).credentials;
    expect(credentialsIn(textOf("store-users.json")).storedKey).not.toBe(credentialsIn(formerUsers).storedKey);
    // Other processes retain their names and stores, and the seals match again.
    const { sealKey: _former, ...stored } = formerMessaging;
    expect(keysOf("messaging")).toMatchObject(stored);
    expect(keysOf("gateway").sealKeys.messaging).toBe(keysOf("messaging").sealKey);
    expect(keysOf("messaging").sealKey).not.toBe(formerMessaging.sealKey);
  });

  it("moves the streams of an open bus to their own account once, and leaves those that are there", () => {
    const store = join(folder, "nats");
    expect(moveStreams(store)).toBe(false);
    mkdirSync(join(store, "jetstream", "$G", "streams"), { recursive: true });
    writeFileSync(join(store, "jetstream", "$G", "streams", "mark"), "1");
    expect(moveStreams(store)).toBe(true);
    expect(readFileSync(join(store, "jetstream", "STREAMS", "streams", "mark"), "utf8")).toBe("1");
    mkdirSync(join(store, "jetstream", "$G"), { recursive: true });
    expect(moveStreams(store)).toBe(false);
  });
});
