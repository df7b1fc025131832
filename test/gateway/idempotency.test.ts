import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { DAY } from "#libs/kernel/clock.ts";
import { sha256Hex } from "#libs/kernel/secrets.ts";
import { startTestGateway, type TestGateway } from "./fixture.ts";

const highLimit = new Map([["CONFIG_RATELIMIT_MESSAGES_SEND_LIMIT", "1000"]]);

describe("idempotency", () => {
  let gateway: TestGateway;
  let token: string;
  beforeEach(async () => {
    gateway = await startTestGateway({ env: { configOverrides: highLimit } });
    token = gateway.token("u1");
  });
  afterEach(() => gateway.stop());

  const work = (key: string, body: unknown = {}, as = token) =>
    gateway.send("POST", "/tasks", { token: as, body, headers: { "idempotency-key": key } });
  const rawWork = async (key: string, body: unknown) => {
    const headers = { "idempotency-key": key, authorization: `Bearer ${token}`, "content-type": "application/json" };
    const reply = await fetch(`${gateway.origin}/api/v1/tasks`, { method: "POST", headers, body: JSON.stringify(body) });
    return { status: reply.status, text: await reply.text(), replayed: reply.headers.get("idempotency-replayed") };
  };

  it("IDM-01 a repeated request gets the first response, byte for byte, and runs nothing", async () => {
    const first = await rawWork("key-1", { payload: "a" });
    const second = await rawWork("key-1", { payload: "a" });
    expect(first).toMatchObject({ status: 200, replayed: null });
    expect(second).toEqual({ ...first, replayed: "true" });
    expect(gateway.state.runs).toBe(1);
  });

  it("IDM-01 a repeated request may order its fields differently", async () => {
    await work("key", { payload: "a", fail: "" });
    expect((await work("key", { fail: "", payload: "a" })).headers.get("idempotency-replayed")).toBe("true");
  });

  it("IDM-01 a response is stored for 24 hours", async () => {
    await work("key");
    gateway.runtime.clock.advance(DAY - 60_000);
    token = gateway.token("u1");
    expect((await work("key")).headers.get("idempotency-replayed")).toBe("true");
    gateway.runtime.clock.advance(120_000);
    expect((await work("key")).headers.get("idempotency-replayed")).toBeNull();
    expect(gateway.state.runs).toBe(2);
  });

  it("IDM-02 the same key with another body is 422", async () => {
    await work("key", { payload: "a" });
    const { status, body } = await work("key", { payload: "b" });
    expect([status, body.error.code, body.error.i18nKey]).toEqual([422, "IDEMPOTENCY_KEY_REUSED", "idempotency.error.key_reused"]);
    expect(gateway.state.runs).toBe(1);
  });

  it("IDM-03 one of several parallel requests runs; the others are 409 or get its response", async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => work("key")));
    expect(gateway.state.runs).toBe(1);
    for (const { status, body } of replies) {
      if (status !== 200) expect([status, body.error.code]).toEqual([409, "IDEMPOTENCY_IN_PROGRESS"]);
    }
    expect(replies.some(({ status }) => status === 200)).toBe(true);
  });

  it("IDM-03 a key counts as in progress for longer than any request takes", async () => {
    const begin = jest.spyOn(gateway.runtime.counters.replays, "begin");
    await work("key");
    const [[, , runningSeconds] = []] = begin.mock.calls;
    expect(runningSeconds).toBeGreaterThan(10);
  });

  it("IDM-04 equal keys of another user, method or path are different keys", async () => {
    await work("key");
    expect((await work("key", {}, gateway.token("u2"))).headers.get("idempotency-replayed")).toBeNull();
    const patch = (id: string) => gateway.send("PATCH", `/tasks/${id}/part`, { token, body: {}, headers: { "idempotency-key": "key" } });
    expect((await patch("1")).headers.get("idempotency-replayed")).toBeNull();
    expect((await patch("2")).headers.get("idempotency-replayed")).toBeNull();
    expect((await patch("1")).headers.get("idempotency-replayed")).toBe("true");
    expect((await patch("%31")).headers.get("idempotency-replayed")).toBe("true");
    const put = await gateway.send("PUT", "/tasks/1/part", { token, body: {}, headers: { "idempotency-key": "key" } });
    expect([put.status, put.headers.get("idempotency-replayed")]).toEqual([200, null]);
    const remove = (depth: number) => gateway.send("DELETE", `/tasks/1?depth=${depth}`, { token, headers: { "idempotency-key": "key" } });
    expect((await remove(1)).headers.get("idempotency-replayed")).toBeNull();
    expect((await remove(1)).headers.get("idempotency-replayed")).toBe("true");
    expect((await remove(2)).status).toBe(422);
    expect(gateway.state.runs).toBe(6);
  });

  it("2.9 an error of a business rule is replayed", async () => {
    const first = await rawWork("key", { fail: "conflict" });
    expect(first.status).toBe(409);
    expect(await rawWork("key", { fail: "conflict" })).toEqual({ ...first, replayed: "true" });
    expect(gateway.state.runs).toBe(1);
  });

  it.each([
    ["vars", 400],
    ["forbidden", 403],
    ["throttled", 429],
    ["bug", 500],
    ["unavailable", 503],
  ])("IDM-05 error '%s' (%i) is not stored: a retry runs again", async (kind, status) => {
    expect((await work("key", { fail: kind })).status).toBe(status);
    const again = await work("key", { fail: kind });
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([status, null]);
    expect(gateway.state.runs).toBe(2);
  });

  it("IDM-05 an error of the gateway is not stored: a retry runs", async () => {
    expect((await work("key", { payload: 7 })).status).toBe(400);
    expect((await work("key", { payload: "a" }, "garbage")).status).toBe(401);
    expect((await work("key", { payload: "a" })).status).toBe(200);
  });

  it("IDM-06 a quoted string and a bare token are the same key", async () => {
    await work("abc-1");
    expect((await work('"abc-1"')).headers.get("idempotency-replayed")).toBe("true");
    await work('"a\\"b"');
    expect((await work('a"b')).headers.get("idempotency-replayed")).toBe("true");
  });

  it.each(["x".repeat(256), '""', "a b", `"${"x".repeat(256)}"`, "ü"])("IDM-06 the key %j is 400", async (key) => {
    const { status, body } = await work(key);
    expect([status, body.error.i18nKey]).toEqual([400, "idempotency.error.key_invalid"]);
    expect(gateway.state.runs).toBe(0);
  });

  it("IDM-06 a key of 255 characters is valid", async () => {
    expect((await work("x".repeat(255))).status).toBe(200);
  });

  it("a route may require a key, or ignore it", async () => {
    const keyed = await gateway.send("POST", "/keyed", { token, body: {} });
    expect([keyed.status, keyed.body.error.i18nKey]).toEqual([400, "idempotency.error.key_required"]);
    expect((await gateway.send("POST", "/keyed", { token, body: {}, headers: { "idempotency-key": "k" } })).status).toBe(200);
    const secret = () => gateway.send("POST", "/secret", { token, body: {}, headers: { "idempotency-key": "k" } });
    expect((await secret()).body.data).not.toEqual((await secret()).body.data);
  });

  it("P1 IDM-04 a public route keeps no response, even for a signed-in caller: sign-in responds with tokens", async () => {
    const begin = jest.spyOn(gateway.runtime.counters.replays, "begin");
    const echo = () => gateway.send("POST", "/echo/1", { token, body: { text: "a", count: 1 }, headers: { "idempotency-key": "k" } });
    const [first, second] = [await echo(), await echo()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.headers.get("idempotency-replayed")).toBeNull();
    expect(begin).not.toHaveBeenCalled();
  });

  it("P1 the stored fingerprint of a body is no plain hash, so it cannot be guessed", async () => {
    const begin = jest.spyOn(gateway.runtime.counters.replays, "begin");
    await work("key", { payload: "a password" });
    const stored = begin.mock.calls.map(([, fingerprint]) => fingerprint);
    expect(stored).toHaveLength(1);
    expect(stored).not.toContain(sha256Hex(JSON.stringify({ payload: "a password" })));
  });

  it("the key of an anonymous request is ignored", async () => {
    const echo = () => gateway.send("POST", "/echo/1", { body: { text: "a", count: 1 }, headers: { "idempotency-key": "k" } });
    const [first, second] = [await echo(), await echo()];
    expect(first.headers.get("idempotency-replayed") ?? second.headers.get("idempotency-replayed")).toBeNull();
    expect(first.body.data).not.toHaveProperty("idempotencyKey");
  });
});

describe("a kill switch", () => {
  let gateway: TestGateway;
  beforeEach(async () => {
    gateway = await startTestGateway({ env: { configOverrides: highLimit } });
    setActive(true);
  });
  afterEach(() => gateway.stop());

  let revision = 0;
  const setActive = (active: boolean) =>
    gateway.runtime.config.update({
      revision: `test.${++revision}`,
      values: [],
      flags: [],
      killSwitches: [{ system: "MESSAGING", active }],
    });
  const work = (token: string | undefined, body: unknown = {}, headers = {}) => gateway.send("POST", "/tasks", { token, body, headers });

  it("KSW-01 a kill switch makes its routes 503 with the error key of the feature while active", async () => {
    const { status, body } = await work(gateway.token());
    expect([status, body.error.code, body.error.i18nKey]).toEqual([503, "FEATURE_DISABLED", "features.messaging_disabled"]);
  });

  it("KSW-04 a kill switch serves its routes again without a restart when it is inactive", async () => {
    setActive(false);
    expect((await work(gateway.token())).status).toBe(200);
  });

  it("KSW-06 a kill switch runs no action and keeps no response for the idempotency key", async () => {
    const token = gateway.token("u1");
    expect((await work(token, {}, { "idempotency-key": "k" })).status).toBe(503);
    expect(gateway.state.runs).toBe(0);
    setActive(false);
    expect((await work(token, {}, { "idempotency-key": "k" })).status).toBe(200);
  });

  it("KSW-07 D3 a kill switch comes after 401 and before 400", async () => {
    expect((await work(undefined)).status).toBe(401);
    expect((await work(gateway.token(), { payload: 7 })).status).toBe(503);
    expect((await work(gateway.token(), {}, { "idempotency-key": "" })).status).toBe(503);
  });

  it("KSW-08 a kill switch leaves other routes alone", async () => {
    expect((await gateway.send("PATCH", "/tasks/1/part", { token: gateway.token(), body: {} })).status).toBe(200);
  });

  it("KSW-11 a kill switch keeps its last known state without the config service", async () => {
    await expect(gateway.broker.call("config.getSnapshot", {})).rejects.toThrow();
    expect((await work(gateway.token())).status).toBe(503);
  });
});
