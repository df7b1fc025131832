import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openStage, type Stage } from "./fixture.ts";

describe("envelopes and errors", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.stop());

  const echo = (body: unknown, headers = {}) => stage.send("POST", "/echo/1", { body, headers });
  const fine = { text: "hello", count: 2 };

  it("ENV-01 routes answer below /api/v1 only", async () => {
    expect((await echo(fine)).status).toBe(201);
    const reply = await fetch(`${stage.origin}/echo/1`, { method: "POST" });
    expect(reply.status).toBe(404);
    expect(await reply.json()).toMatchObject({ success: false, error: { code: "RESOURCE_NOT_FOUND" } });
  });

  it("ENV-02 a success is exactly {success, data}", async () => {
    const { body } = await echo(fine);
    expect(Object.keys(body).sort()).toEqual(["data", "success"]);
    expect(body.success).toBe(true);
  });

  it("ENV-03 a success without data is exactly {success}", async () => {
    expect((await stage.send("PATCH", "/tasks/1/part", { token: stage.token(), body: {} })).body).toEqual({ success: true });
  });

  it("ENV-04 ENV-05 an error has code, message, correlationId, and no empty fields", async () => {
    const { body } = await stage.send("POST", "/tasks", { body: {} });
    expect(body.success).toBe(false);
    expect(Object.keys(body.error).sort()).toEqual(["code", "correlationId", "i18nKey", "message"]);
    for (const text of Object.values(body.error)) expect(text).toEqual(expect.stringMatching(/./));
  });

  it("ENV-06 ENV-07 every violated rule is named, with status 400", async () => {
    const { status, body } = await echo({ text: "", count: 99 });
    expect(status).toBe(400);
    expect(body.error.code).toBe("VALIDATION_FAILED");
    const messages = body.error.details?.map(({ message }) => message) ?? [];
    expect(messages).toHaveLength(2);
    expect(messages[0]).toContain("text");
    expect(messages[1]).toContain("count");
    for (const detail of body.error.details ?? []) expect(Object.keys(detail)).toEqual(["message"]);
  });

  it("ENV-09 a valid X-Request-Id is echoed, reaches the action and the error; without one ids differ", async () => {
    const headers = { "x-request-id": "req.1234-ABC" };
    const good = await echo(fine, headers);
    expect(good.headers.get("x-request-id")).toBe("req.1234-ABC");
    expect(good.body.data).toMatchObject({ requestId: "req.1234-ABC" });
    const bad = await echo({}, headers);
    expect(bad.body.error.correlationId).toBe("req.1234-ABC");
    expect((await echo(fine, { "x-correlation-id": "corr-12345" })).headers.get("x-request-id")).toBe("corr-12345");
    const [one, other] = [await echo({}), await echo({})];
    expect(one.body.error.correlationId).toBe(one.headers.get("x-request-id"));
    expect(one.body.error.correlationId).not.toBe(other.body.error.correlationId);
  });

  it.each([["a b c d e f g h"], ["x".repeat(10_000)], ["short"], ["tab\there-1234"], ["ümläut-12345678"]])(
    "ENV-10 the correlation id %# is replaced",
    async (id) => {
      const reply = await echo({}, { "x-request-id": id });
      expect(reply.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      expect(reply.body.error.correlationId).toBe(reply.headers.get("x-request-id"));
    },
  );

  it("ENV-09 ENV-10 an X-Correlation-Id counts where the X-Request-Id is none", async () => {
    const reply = await echo({}, { "x-request-id": "a b c d e f g h", "x-correlation-id": "corr-12345" });
    expect([reply.headers.get("x-request-id"), reply.body.error.correlationId]).toEqual(["corr-12345", "corr-12345"]);
  });

  it("ENV-13 an unknown route is 404 in the envelope", async () => {
    for (const path of ["/nope", "/echo", "/echo/1/2", "/ECHO/1", "/fixture/echo", "/fixture.internal", "/~node/options", "/$node/list"]) {
      const { status, body, headers } = await stage.send("POST", path, { body: fine });
      expect([path, status, body.error.code]).toEqual([path, 404, "RESOURCE_NOT_FOUND"]);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    }
  });

  it("4.1.4 a wrong method is 405 with Allow", async () => {
    const reply = await stage.send("PUT", "/search");
    expect([reply.status, reply.body.error.code, reply.headers.get("allow")]).toEqual([405, "METHOD_NOT_ALLOWED", "GET, HEAD"]);
    expect((await stage.send("GET", "/tasks")).headers.get("allow")).toBe("POST");
  });

  it("4.1.4 HEAD answers as GET does, without a body", async () => {
    const reply = await fetch(`${stage.origin}/api/v1/search`, { method: "HEAD" });
    expect(reply.status).toBe(200);
    expect(Number(reply.headers.get("content-length"))).toBeGreaterThan(10);
    expect(await reply.text()).toBe("");
  });

  it("ENV-14 malformed JSON is 400 without a word of the parser", async () => {
    for (const text of ["{", '{"a":}', "\u0000", '"text"', "5", "null", "true"]) {
      const { status, body } = await echo(text);
      expect([text, status, body.error.code]).toEqual([text, 400, "VALIDATION_FAILED"]);
      expect(JSON.stringify(body)).not.toMatch(/Unexpected|token|position|SyntaxError/);
    }
  });

  it("ENV-15 a body above 256 KiB is 413, one below is read", async () => {
    const { status, body } = await echo({ ...fine, nested: "x".repeat(256 * 1024) });
    expect([status, body.error.code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
    expect((await echo({ ...fine, nested: "x".repeat(250 * 1024) })).status).toBe(201);
  });

  it("ENV-16 nothing of a failure leaks", async () => {
    for (const how of ["bug", "foreign"]) {
      const { status, body } = await stage.send("POST", "/tasks", { token: stage.token(), body: { fail: how } });
      expect([status, body.error.code]).toEqual([500, "INTERNAL_ERROR"]);
      expect(JSON.stringify(body)).not.toMatch(/hunter2|mongodb|E11000|secret|\.ts|stack|TypeError/i);
    }
  });

  it("ENV-17 a query never overrides body or path", async () => {
    const { body } = await stage.send("POST", "/echo/own?id=other&text=other&count=9", { body: { ...fine, id: "third" } });
    expect(body.data).toMatchObject({ id: "own", text: "hello", count: 2 });
    const missing = await stage.send("POST", "/echo/own?text=other&count=9", { body: {} });
    expect(missing.status).toBe(400);
  });

  it("ENV-19 a refusal of the action keeps code, key, vars and status", async () => {
    const { status, body, headers } = await stage.send("POST", "/tasks", { token: stage.token(), body: { fail: "throttled" } });
    expect(status).toBe(429);
    expect(body.error).toMatchObject({ code: "THROTTLE_LIMIT_EXCEEDED", i18nKey: "error.throttled", i18nVars: { retryAfter: 7 } });
    expect(headers.get("retry-after")).toBe("7");
  });

  it("ENV-20 the message follows Accept-Language, English otherwise; the key never changes", async () => {
    const refusal = async (language: string) =>
      (await stage.send("POST", "/tasks", { headers: { "accept-language": language } })).body.error;
    const english = await refusal("en");
    for (const language of ["de-CH", "fr;q=0.5, ar;q=0.9", "ja"]) {
      const { i18nKey, message } = await refusal(language);
      expect(i18nKey).toBe("error.unauthorized");
      expect(message).not.toBe(english.message);
    }
    for (const language of ["xx", "*", ""]) expect((await refusal(language)).message).toBe(english.message);
  });

  it("ENV-24 every answer carries the security headers", async () => {
    const replies = [await echo(fine), await echo({}), await stage.send("GET", "/nope"), await stage.send("POST", "/tasks")];
    for (const { headers } of replies) {
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(headers.get("x-powered-by")).toBeNull();
      expect(headers.get("strict-transport-security")).toBeNull();
    }
    expect((await stage.send("GET", "/search")).headers.get("cache-control")).toBe("public, s-maxage=300");
    expect((await stage.send("GET", "/search?size=x")).headers.get("cache-control")).toBe("no-store");
  });

  it("bare documents go out without an envelope, at the root", async () => {
    const reply = await fetch(`${stage.origin}/.well-known/jwks.json`);
    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({ keys: [{ kid: "k1", crv: "P-256" }] });
  });

  it("a deprecated route says so, and names its successor", async () => {
    const { headers } = await stage.send("DELETE", "/tasks/1", { token: stage.token() });
    expect(headers.get("deprecation")).toBe("true");
    expect(headers.get("link")).toBe('</api/v1/tasks>; rel="successor-version"');
  });

  it("spec 5 a cookie field goes to browsers as a cookie only, to others in the body too", async () => {
    const browser = await stage.send("POST", "/sign-in");
    expect(browser.cookies).toEqual(["session=s3cret%2F%3D; Path=/api/v1/x; Max-Age=60; HttpOnly; Secure; SameSite=Strict"]);
    expect(browser.body.data).toEqual({ status: "ACTIVE" });
    for (const platform of ["IOS", "android", "API"]) {
      const mobile = await stage.send("POST", "/sign-in", { headers: { "x-client-platform": platform } });
      expect(mobile.body.data).toEqual({ token: "s3cret/=", status: "ACTIVE" });
    }
    const nonsense = await stage.send("POST", "/sign-in", { headers: { "x-client-platform": "TOASTER" } });
    expect(nonsense.body.data).toEqual({ status: "ACTIVE" });
  });
});

describe("production", () => {
  it("ENV-24 insists on https", async () => {
    const stage = await openStage({ env: { production: true } });
    expect((await stage.send("GET", "/search")).headers.get("strict-transport-security")).toMatch(/max-age=\d+/);
    await stage.stop();
  });
});
