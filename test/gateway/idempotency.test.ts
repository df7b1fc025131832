import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { DAY } from "#libs/kernel/clock.ts";
import { sha256Hex } from "#libs/kernel/secrets.ts";
import { openStage, type Stage } from "./fixture.ts";

const roomy = new Map([["CONFIG_RATELIMIT_MESSAGES_SEND_LIMIT", "1000"]]);

describe("idempotency", () => {
  let stage: Stage;
  let token: string;
  beforeEach(async () => {
    stage = await openStage({ env: { configOverrides: roomy } });
    token = stage.token("u1");
  });
  afterEach(() => stage.stop());

  const work = (key: string, body: unknown = {}, as = token) =>
    stage.send("POST", "/tasks", { token: as, body, headers: { "idempotency-key": key } });
  const rawWork = async (key: string, body: unknown) => {
    const headers = { "idempotency-key": key, authorization: `Bearer ${token}`, "content-type": "application/json" };
    const reply = await fetch(`${stage.origin}/api/v1/tasks`, { method: "POST", headers, body: JSON.stringify(body) });
    return { status: reply.status, text: await reply.text(), replayed: reply.headers.get("idempotency-replayed") };
  };

  it("IDM-01 the same request again gets the first answer, byte for byte, and does nothing", async () => {
    const first = await rawWork("key-1", { payload: "a" });
    const second = await rawWork("key-1", { payload: "a" });
    expect(first).toMatchObject({ status: 200, replayed: null });
    expect(second).toEqual({ ...first, replayed: "true" });
    expect(stage.scene.runs).toBe(1);
  });

  it("IDM-01 the order of fields is no difference", async () => {
    await work("key", { payload: "a", fail: "" });
    expect((await work("key", { fail: "", payload: "a" })).headers.get("idempotency-replayed")).toBe("true");
  });

  it("IDM-01 for 24 hours", async () => {
    await work("key");
    stage.runtime.clock.advance(DAY - 60_000);
    token = stage.token("u1");
    expect((await work("key")).headers.get("idempotency-replayed")).toBe("true");
    stage.runtime.clock.advance(120_000);
    expect((await work("key")).headers.get("idempotency-replayed")).toBeNull();
    expect(stage.scene.runs).toBe(2);
  });

  it("IDM-02 another body is 422", async () => {
    await work("key", { payload: "a" });
    const { status, body } = await work("key", { payload: "b" });
    expect([status, body.error.code, body.error.i18nKey]).toEqual([422, "IDEMPOTENCY_KEY_REUSED", "idempotency.error.key_reused"]);
    expect(stage.scene.runs).toBe(1);
  });

  it("IDM-03 of parallel requests one runs, the others are 409 or a replay", async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => work("key")));
    expect(stage.scene.runs).toBe(1);
    for (const { status, body } of replies) {
      if (status !== 200) expect([status, body.error.code]).toEqual([409, "IDEMPOTENCY_IN_PROGRESS"]);
    }
    expect(replies.some(({ status }) => status === 200)).toBe(true);
  });

  it("IDM-03 counts as running for longer than any request takes", async () => {
    const begin = jest.spyOn(stage.runtime.counters.replays, "begin");
    await work("key");
    const [[, , runningSeconds] = []] = begin.mock.calls;
    expect(runningSeconds).toBeGreaterThan(10);
  });

  it("IDM-04 a key belongs to its user, its method and its path", async () => {
    await work("key");
    expect((await work("key", {}, stage.token("u2"))).headers.get("idempotency-replayed")).toBeNull();
    const patch = (id: string) => stage.send("PATCH", `/tasks/${id}/part`, { token, body: {}, headers: { "idempotency-key": "key" } });
    expect((await patch("1")).headers.get("idempotency-replayed")).toBeNull();
    expect((await patch("2")).headers.get("idempotency-replayed")).toBeNull();
    expect((await patch("1")).headers.get("idempotency-replayed")).toBe("true");
    expect((await patch("%31")).headers.get("idempotency-replayed")).toBe("true");
    const put = await stage.send("PUT", "/tasks/1/part", { token, body: {}, headers: { "idempotency-key": "key" } });
    expect([put.status, put.headers.get("idempotency-replayed")]).toEqual([200, null]);
    const remove = (depth: number) => stage.send("DELETE", `/tasks/1?depth=${depth}`, { token, headers: { "idempotency-key": "key" } });
    expect((await remove(1)).headers.get("idempotency-replayed")).toBeNull();
    expect((await remove(1)).headers.get("idempotency-replayed")).toBe("true");
    expect((await remove(2)).status).toBe(422);
    expect(stage.scene.runs).toBe(6);
  });

  it("2.9 a refusal by a rule of the business is replayed", async () => {
    const first = await rawWork("key", { fail: "conflict" });
    expect(first.status).toBe(409);
    expect(await rawWork("key", { fail: "conflict" })).toEqual({ ...first, replayed: "true" });
    expect(stage.scene.runs).toBe(1);
  });

  it.each([
    ["vars", 400],
    ["forbidden", 403],
    ["throttled", 429],
    ["bug", 500],
    ["unavailable", 503],
  ])("IDM-05 '%s' (%i) is not kept: a retry runs again", async (how, status) => {
    expect((await work("key", { fail: how })).status).toBe(status);
    const again = await work("key", { fail: how });
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([status, null]);
    expect(stage.scene.runs).toBe(2);
  });

  it("IDM-05 neither are refusals of the interface", async () => {
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
    expect(stage.scene.runs).toBe(0);
  });

  it("IDM-06 255 characters are a key", async () => {
    expect((await work("x".repeat(255))).status).toBe(200);
  });

  it("a route may insist on a key, or take none", async () => {
    const keyed = await stage.send("POST", "/keyed", { token, body: {} });
    expect([keyed.status, keyed.body.error.i18nKey]).toEqual([400, "idempotency.error.key_required"]);
    expect((await stage.send("POST", "/keyed", { token, body: {}, headers: { "idempotency-key": "k" } })).status).toBe(200);
    const secret = () => stage.send("POST", "/secret", { token, body: {}, headers: { "idempotency-key": "k" } });
    expect((await secret()).body.data).not.toEqual((await secret()).body.data);
  });

  it("P1 IDM-04 a public route keeps no answer, also for a caller who is signed in: sign-in answers with tokens", async () => {
    const begin = jest.spyOn(stage.runtime.counters.replays, "begin");
    const echo = () => stage.send("POST", "/echo/1", { token, body: { text: "a", count: 1 }, headers: { "idempotency-key": "k" } });
    const [one, other] = [await echo(), await echo()];
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(other.headers.get("idempotency-replayed")).toBeNull();
    expect(begin).not.toHaveBeenCalled();
  });

  it("P1 what is stored of a body cannot be guessed without the key of the system", async () => {
    const begin = jest.spyOn(stage.runtime.counters.replays, "begin");
    await work("key", { payload: "a password" });
    const stored = begin.mock.calls.map(([, fingerprint]) => fingerprint);
    expect(stored).toHaveLength(1);
    expect(stored).not.toContain(sha256Hex(JSON.stringify({ payload: "a password" })));
  });

  it("anonymous requests have no keys", async () => {
    const echo = () => stage.send("POST", "/echo/1", { body: { text: "a", count: 1 }, headers: { "idempotency-key": "k" } });
    const [one, other] = [await echo(), await echo()];
    expect(one.headers.get("idempotency-replayed") ?? other.headers.get("idempotency-replayed")).toBeNull();
    expect(one.body.data).not.toHaveProperty("idempotencyKey");
  });
});

describe("the kill switch", () => {
  let stage: Stage;
  beforeEach(async () => {
    stage = await openStage({ env: { configOverrides: roomy } });
    flip(true);
  });
  afterEach(() => stage.stop());

  let revision = 0;
  const flip = (active: boolean) =>
    stage.runtime.config.update({
      revision: `test.${++revision}`,
      values: [],
      flags: [],
      killSwitches: [{ system: "MESSAGING", active }],
    });
  const work = (token: string | undefined, body: unknown = {}, headers = {}) => stage.send("POST", "/tasks", { token, body, headers });

  it("KSW-01 an active switch is 503 with the key of the feature", async () => {
    const { status, body } = await work(stage.token());
    expect([status, body.error.code, body.error.i18nKey]).toEqual([503, "FEATURE_DISABLED", "features.messaging_disabled"]);
  });

  it("KSW-04 off again, the route is back without a restart", async () => {
    flip(false);
    expect((await work(stage.token())).status).toBe(200);
  });

  it("KSW-06 nothing is done, and nothing kept for the key", async () => {
    const token = stage.token("u1");
    expect((await work(token, {}, { "idempotency-key": "k" })).status).toBe(503);
    expect(stage.scene.runs).toBe(0);
    flip(false);
    expect((await work(token, {}, { "idempotency-key": "k" })).status).toBe(200);
  });

  it("KSW-07 D3 401 wins over 503, 503 over 400", async () => {
    expect((await work(undefined)).status).toBe(401);
    expect((await work(stage.token(), { payload: 7 })).status).toBe(503);
    expect((await work(stage.token(), {}, { "idempotency-key": "" })).status).toBe(503);
  });

  it("KSW-08 other routes go on", async () => {
    expect((await stage.send("PATCH", "/tasks/1/part", { token: stage.token(), body: {} })).status).toBe(200);
  });

  it("KSW-11 without a config service the last known state stays", async () => {
    await expect(stage.broker.call("config.getSnapshot", {})).rejects.toThrow();
    expect((await work(stage.token())).status).toBe(503);
  });
});
