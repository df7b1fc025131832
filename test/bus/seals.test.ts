import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { ServiceBroker } from "moleculer";
import { type Caller, callerSeals, type SealKeys } from "#libs/contract-kit/caller.ts";
import { implement } from "#libs/contract-kit/implement.ts";
import { getMe } from "#libs/contracts/account/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { createBroker } from "#libs/platform/broker/create-broker.ts";
import { sealKeysOf } from "#libs/platform/bus/seal-keys.ts";
import { createTestRuntime, type TestRuntime } from "../support/runtime.ts";
import { PROVEN } from "../support/sealed-call.ts";

const CALLER: Caller = { userId: "u1", sessionId: "s1", roles: ["ADMIN"], accountStatus: "ACTIVE", ...PROVEN };
const PLAN = {
  hosts: { messaging: "messaging", wallet: "messaging", account: "account", creator: "creator", content: "content" },
  calls: { "*": ["config.getSnapshot"], messaging: ["account.getName", "creator.getPrice"], creator: ["account.getParty"] },
};
const KEYS = Object.fromEntries(["messaging", "account", "creator", "content"].map((name) => [name, Buffer.from(`key of ${name}`)]));
const keysOf = (process: string): SealKeys => ({
  process,
  own: KEYS[process] ?? Buffer.from(""),
  all: process === "gateway" ? KEYS : null,
  plan: PLAN,
});

describe("the seal of a calling user", () => {
  const begin = 1_000_000;
  let now = begin;
  const sealsOf = (process: string) => callerSeals(keysOf(process), () => now);
  const sealed = () => {
    now = begin;
    return sealsOf("gateway").seal(CALLER, { action: "messaging.send", requestId: "r1" });
  };

  it("BUS-06 a seal is opened by the called process and by those that its service calls, directly or not", () => {
    const seal = sealed();
    const opens = (process: string, action: string) => sealsOf(process).open(seal, { action, requestId: "r1" }) !== null;
    expect(opens("messaging", "messaging.send")).toBe(true);
    expect(opens("account", "account.getName")).toBe(true);
    expect(opens("creator", "creator.getPrice")).toBe(true);
    expect(opens("account", "account.getParty")).toBe(true);
    expect(sealsOf("messaging").open(seal, { action: "messaging.send", requestId: "r1" })).toEqual(CALLER);
  });

  it("BUS-06 a seal is invalid for another action, another process or another request", () => {
    const seal = sealed();
    for (const [process, action, requestId] of [
      ["messaging", "messaging.reply", "r1"],
      ["messaging", "wallet.setFrozen", "r1"],
      ["account", "account.eraseUser", "r1"],
      ["content", "content.getTerms", "r1"],
      ["messaging", "messaging.send", "r2"],
      ["messaging", "messaging.send", ""],
    ] as const)
      expect([action, requestId, sealsOf(process).open(seal, { action, requestId })]).toEqual([action, requestId, null]);
  });

  it("BUS-06 FLD-31 a seal is valid for ten seconds, by clocks that differ by at most thirty", () => {
    const seal = sealed();
    const opens = (at: number) => {
      now = at;
      return sealsOf("messaging").open(seal, { action: "messaging.send", requestId: "r1" }) !== null;
    };
    expect([-30_500, -15_000, 0, 15_000, 39_500, 40_500, 60_000].map((ms) => opens(begin + ms))).toEqual([
      false,
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it("BUS-06 a process can neither make nor change a seal for another process", () => {
    const seal = sealed();
    const [body = "", ...macs] = seal.split(".");
    const changed = Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(body, "base64url").toString()), userId: "u2" })).toString(
      "base64url",
    );
    const own = { ...keysOf("content"), all: { messaging: KEYS.content ?? Buffer.from("") } };
    const forged = callerSeals(own, () => now).seal(CALLER, { action: "messaging.send", requestId: "r1" });
    for (const other of [`${changed}.${macs.join(".")}`, forged, body, "", "a.b", null, 7, {}, `${body}.messaging:x`])
      expect(sealsOf("messaging").open(other, { action: "messaging.send", requestId: "r1" })).toBeNull();
  });
});

describe("a service that is called with a seal", () => {
  let runtime: TestRuntime;
  let broker: ServiceBroker;
  beforeAll(async () => {
    runtime = createTestRuntime();
    const read = implement(getMe, async ({ caller }) => ({ id: caller.userId }) as never);
    broker = createBroker(runtime, [() => ({ name: "account", actions: { getMe: read } })]);
    await broker.start();
  });
  afterAll(async () => {
    await broker.stop();
    await runtime.close();
  });

  it("BUS-06 refuses the seal of one request in another", async () => {
    const requestID = uuid();
    const caller = callerSeals(sealKeysOf(runtime)).seal(CALLER, { action: getMe.name, requestId: requestID });
    const ask = (name: string, id: string) =>
      broker.call<unknown, object>(name, {}, { requestID: id, meta: { caller } }).then(
        () => "ok",
        (error: { type: string }) => error.type,
      );
    expect(await ask(getMe.name, requestID)).toBe("ok");
    expect(await ask(getMe.name, uuid())).toBe("error.unauthorized");
    expect(await ask(getMe.name, "")).toBe("error.unauthorized");
  });
});
