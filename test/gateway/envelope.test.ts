import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startTestGateway, type TestGateway } from "./fixture.ts";

describe("envelopes and errors", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.stop());

  const echo = (body: unknown, headers = {}) => gateway.send("POST", "/echo/1", { body, headers });
  const valid = { text: "hello", count: 2 };

  it("ENV-01 routes exist below /api/v1 only", async () => {
    expect((await echo(valid)).status).toBe(201);
    const reply = await fetch(`${gateway.origin}/echo/1`, { method: "POST" });
    expect(reply.status).toBe(404);
    expect(await reply.json()).toMatchObject({ success: false, error: { code: "RESOURCE_NOT_FOUND" } });
  });

  it("PGE-24 without pages a browser gets the envelope for every path outside of the interface", async () => {
    for (const path of ["/", "/discover", "/robots.txt", "/t.js", "/assets/public.css", "/cleo"]) {
      const reply = await fetch(gateway.origin + path, { headers: { accept: "text/html" } });
      expect([path, reply.status]).toEqual([path, 404]);
      expect(await reply.json()).toMatchObject({ success: false, error: { code: "RESOURCE_NOT_FOUND" } });
    }
  });

  it("ENV-02 a success is exactly {success, data}", async () => {
    const { body } = await echo(valid);
    expect(Object.keys(body).sort()).toEqual(["data", "success"]);
    expect(body.success).toBe(true);
  });

  it("ENV-03 a success without data is exactly {success}", async () => {
    expect((await gateway.send("PATCH", "/tasks/1/part", { token: gateway.token(), body: {} })).body).toEqual({ success: true });
  });

  it("ENV-04 ENV-05 an error has code, message and correlationId, and no empty fields", async () => {
    const { body } = await gateway.send("POST", "/tasks", { body: {} });
    expect(body.success).toBe(false);
    expect(Object.keys(body.error).sort()).toEqual(["code", "correlationId", "i18nKey", "message"]);
    for (const text of Object.values(body.error)) expect(text).toEqual(expect.stringMatching(/./));
  });

  it("ENV-06 ENV-07 invalid input is 400 and names every violated rule", async () => {
    const { status, body } = await echo({ text: "", count: 99 });
    expect(status).toBe(400);
    expect(body.error.code).toBe("VALIDATION_FAILED");
    const messages = body.error.details?.map(({ message }) => message) ?? [];
    expect(messages).toHaveLength(2);
    expect(messages[0]).toContain("text");
    expect(messages[1]).toContain("count");
    for (const detail of body.error.details ?? []) expect(Object.keys(detail)).toEqual(["message"]);
  });

  it("ENV-09 a valid X-Request-Id is in the response, the action and the error; without one each request has its own id", async () => {
    const headers = { "x-request-id": "req.1234-ABC" };
    const accepted = await echo(valid, headers);
    expect(accepted.headers.get("x-request-id")).toBe("req.1234-ABC");
    expect(accepted.body.data).toMatchObject({ requestId: "req.1234-ABC" });
    const refused = await echo({}, headers);
    expect(refused.body.error.correlationId).toBe("req.1234-ABC");
    expect((await echo(valid, { "x-correlation-id": "corr-12345" })).headers.get("x-request-id")).toBe("corr-12345");
    const [first, second] = [await echo({}), await echo({})];
    expect(first.body.error.correlationId).toBe(first.headers.get("x-request-id"));
    expect(first.body.error.correlationId).not.toBe(second.body.error.correlationId);
  });

  it.each([["a b c d e f g h"], ["x".repeat(10_000)], ["short"], ["tab\there-1234"], ["ümläut-12345678"]])(
    "ENV-10 invalid correlation id %# is replaced",
    async (id) => {
      const reply = await echo({}, { "x-request-id": id });
      expect(reply.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      expect(reply.body.error.correlationId).toBe(reply.headers.get("x-request-id"));
    },
  );

  it("ENV-09 ENV-10 the X-Correlation-Id counts when the X-Request-Id is invalid", async () => {
    const reply = await echo({}, { "x-request-id": "a b c d e f g h", "x-correlation-id": "corr-12345" });
    expect([reply.headers.get("x-request-id"), reply.body.error.correlationId]).toEqual(["corr-12345", "corr-12345"]);
  });

  it("ENV-13 an unknown route is 404 in the envelope", async () => {
    for (const path of ["/nope", "/echo", "/echo/1/2", "/ECHO/1", "/fixture/echo", "/fixture.internal", "/~node/options", "/$node/list"]) {
      const { status, body, headers } = await gateway.send("POST", path, { body: valid });
      expect([path, status, body.error.code]).toEqual([path, 404, "RESOURCE_NOT_FOUND"]);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
    }
  });

  it("4.1.4 a wrong method is 405 with Allow", async () => {
    const reply = await gateway.send("PUT", "/search");
    expect([reply.status, reply.body.error.code, reply.headers.get("allow")]).toEqual([405, "METHOD_NOT_ALLOWED", "GET, HEAD"]);
    expect((await gateway.send("GET", "/tasks")).headers.get("allow")).toBe("POST");
  });

  it("4.1.4 HEAD gets the response of GET without the body", async () => {
    const reply = await fetch(`${gateway.origin}/api/v1/search`, { method: "HEAD" });
    expect(reply.status).toBe(200);
    expect(Number(reply.headers.get("content-length"))).toBeGreaterThan(10);
    expect(await reply.text()).toBe("");
  });

  it("ENV-14 malformed JSON is 400 without a message of the parser", async () => {
    for (const text of ["{", '{"a":}', "\u0000", '"text"', "5", "null", "true"]) {
      const { status, body } = await echo(text);
      expect([text, status, body.error.code]).toEqual([text, 400, "VALIDATION_FAILED"]);
      expect(JSON.stringify(body)).not.toMatch(/Unexpected|token|position|SyntaxError/);
    }
  });

  it("ENV-15 a body of more than 256 KiB is 413, a smaller one is read", async () => {
    const { status, body } = await echo({ ...valid, nested: "x".repeat(256 * 1024) });
    expect([status, body.error.code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
    expect((await echo({ ...valid, nested: "x".repeat(250 * 1024) })).status).toBe(201);
  });

  it("ENV-16 an unexpected error is 500 and reveals nothing", async () => {
    for (const kind of ["bug", "foreign"]) {
      const { status, body } = await gateway.send("POST", "/tasks", { token: gateway.token(), body: { fail: kind } });
      expect([status, body.error.code]).toEqual([500, "INTERNAL_ERROR"]);
      expect(JSON.stringify(body)).not.toMatch(/hunter2|mongodb|E11000|secret|\.ts|stack|TypeError/i);
    }
  });

  it("ENV-17 a query never overrides body or path", async () => {
    const { body } = await gateway.send("POST", "/echo/own?id=other&text=other&count=9", { body: { ...valid, id: "third" } });
    expect(body.data).toMatchObject({ id: "own", text: "hello", count: 2 });
    const missing = await gateway.send("POST", "/echo/own?text=other&count=9", { body: {} });
    expect(missing.status).toBe(400);
  });

  it("ENV-19 an error of the action keeps its status, code, key and vars", async () => {
    const { status, body, headers } = await gateway.send("POST", "/tasks", { token: gateway.token(), body: { fail: "throttled" } });
    expect(status).toBe(429);
    expect(body.error).toMatchObject({ code: "THROTTLE_LIMIT_EXCEEDED", i18nKey: "error.throttled", i18nVars: { retryAfter: 7 } });
    expect(headers.get("retry-after")).toBe("7");
  });

  it("ENV-20 the message is in the language of Accept-Language, else in English; the key is the same in all", async () => {
    const refusal = async (language: string) =>
      (await gateway.send("POST", "/tasks", { headers: { "accept-language": language } })).body.error;
    const english = await refusal("en");
    for (const language of ["de-CH", "fr;q=0.5, ar;q=0.9", "ja"]) {
      const { i18nKey, message } = await refusal(language);
      expect(i18nKey).toBe("error.unauthorized");
      expect(message).not.toBe(english.message);
    }
    for (const language of ["xx", "*", ""]) expect((await refusal(language)).message).toBe(english.message);
  });

  it("ENV-24 every response has the security headers", async () => {
    const replies = [await echo(valid), await echo({}), await gateway.send("GET", "/nope"), await gateway.send("POST", "/tasks")];
    for (const { headers } of replies) {
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(headers.get("x-powered-by")).toBeNull();
      expect(headers.get("strict-transport-security")).toBeNull();
    }
    expect((await gateway.send("GET", "/search")).headers.get("cache-control")).toBe("public, s-maxage=300");
    expect((await gateway.send("GET", "/search?size=x")).headers.get("cache-control")).toBe("no-store");
  });

  it("a bare contract at the root is served without the envelope", async () => {
    const reply = await fetch(`${gateway.origin}/.well-known/jwks.json`);
    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({ keys: [{ kid: "k1", crv: "P-256" }] });
  });

  it("OPS-15 a deprecated route says since when, until when, and links to its successor and documentation", async () => {
    const { headers } = await gateway.send("DELETE", "/tasks/1", { token: gateway.token() });
    expect(headers.get("deprecation")).toBe(`@${Date.parse("2026-01-02") / 1000}`);
    expect(headers.get("sunset")).toBe("Thu, 04 Mar 2027 00:00:00 GMT");
    expect(headers.get("link")).toBe(
      '</api/v1/tasks>; rel="successor-version", <https://docs.example.org/old-tasks>; rel="deprecation"; type="text/html"',
    );
  });

  it("spec 5 a cookie field is sent as a cookie, and also in the body to platforms other than browsers", async () => {
    const browser = await gateway.send("POST", "/sign-in");
    expect(browser.cookies).toEqual(["session=s3cret%2F%3D; Path=/api/v1/x; Max-Age=60; HttpOnly; Secure; SameSite=Strict"]);
    expect(browser.body.data).toEqual({ status: "ACTIVE" });
    for (const platform of ["IOS", "android", "API"]) {
      const mobile = await gateway.send("POST", "/sign-in", { headers: { "x-client-platform": platform } });
      expect(mobile.body.data).toEqual({ token: "s3cret/=", status: "ACTIVE" });
    }
    const unknown = await gateway.send("POST", "/sign-in", { headers: { "x-client-platform": "TOASTER" } });
    expect(unknown.body.data).toEqual({ status: "ACTIVE" });
  });
});

describe("a production gateway", () => {
  it("ENV-24 sends Strict-Transport-Security", async () => {
    const gateway = await startTestGateway({ env: { production: true } });
    expect((await gateway.send("GET", "/search")).headers.get("strict-transport-security")).toMatch(/max-age=\d+/);
    await gateway.stop();
  });
});
