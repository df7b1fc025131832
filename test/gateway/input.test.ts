import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startTestGateway, type TestGateway } from "./fixture.ts";

describe("the input of a request", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ env: { configOverrides: new Map([["CONFIG_RATELIMIT_HELP_ARTICLES_LIMIT", "1000"]]) } });
  });
  afterAll(() => gateway.stop());

  const valid = { text: "hello", count: 2 };
  const echo = (body: unknown, headers = {}) => gateway.send("POST", "/echo/1", { body, headers });
  const find = (query: string) => gateway.send("GET", `/search?${query}`);

  describe("bodies", () => {
    it.each([{ $ne: null }, { $gt: "" }, ["a"], 7, true])("ENV-26 bodies with %j instead of a string are 400", async (value) => {
      const { status, body } = await echo({ ...valid, text: value });
      expect([status, body.error.code]).toEqual([400, "VALIDATION_FAILED"]);
    });

    it.each([true, [7], "1e1", "", "7", null])("B.0 bodies with %j instead of a number are 400", async (value) => {
      expect((await echo({ ...valid, count: value })).status).toBe(400);
    });

    it.each([
      '{"text":"hello","count":2,"__proto__":{"isAdmin":true}}',
      '{"text":"hello","count":2,"nested":{"constructor":{"prototype":{}}}}',
    ])("B.0 ENV-26 bodies like %s are 400", async (text) => {
      expect((await echo(text)).status).toBe(400);
      expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    });

    it("D4 B.0 bodies lose their unknown fields", async () => {
      const { status, body } = await echo({ ...valid, role: "SUPER_ADMIN", $where: "1" });
      expect(status).toBe(201);
      expect(body.data).not.toHaveProperty("role");
      expect(body.data).not.toHaveProperty("$where");
    });

    it("B.0 bodies that are a list instead of an object are 400", async () => {
      expect((await echo([valid])).status).toBe(400);
    });

    it("B.0 bodies with 90 kB of nested lists are 400, with 15 levels they are read", async () => {
      const deep = (levels: number) => `{"text":"hello","count":2,"nested":${"[".repeat(levels)}${"]".repeat(levels)}}`;
      expect((await echo(deep(45_000))).status).toBe(400);
      expect((await echo(deep(17))).status).toBe(400);
      expect((await echo(deep(15))).status).toBe(201);
    });

    it.each(["application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x", "application/json; charset=utf-16", ""])(
      "B.0 bodies of type '%s' are 415",
      async (type) => {
        const reply = await gateway.send("POST", "/echo/1", { body: JSON.stringify(valid), headers: { "content-type": type } });
        expect([reply.status, reply.body.error.code]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
      },
    );

    it("compressed bodies are 415", async () => {
      expect((await echo(valid, { "content-encoding": "gzip" })).status).toBe(415);
    });

    it("ANL-09 bodies may have a content type in any letter case, with the charset UTF-8", async () => {
      expect((await echo(valid, { "content-type": "Application/JSON;charset=UTF-8" })).status).toBe(201);
    });

    it("an absent body is the same as an empty one", async () => {
      expect((await gateway.send("POST", "/sign-in")).status).toBe(200);
      expect((await gateway.send("POST", "/sign-in", { headers: { "content-type": "application/json" } })).status).toBe(200);
    });

    it("ENV-14 bodies that are not UTF-8 are 400", async () => {
      const body = new Uint8Array([...new TextEncoder().encode('{"text":"'), 0xff, ...new TextEncoder().encode('","count":1}')]);
      const reply = await fetch(`${gateway.origin}/api/v1/echo/1`, {
        method: "POST",
        body,
        headers: { "content-type": "application/json" },
      });
      expect(reply.status).toBe(400);
    });

    it("ENV-15 bodies of unknown length are 413 when they are too large", async () => {
      const body = new ReadableStream({
        start(controller) {
          for (let chunk = 0; chunk < 40; chunk += 1) controller.enqueue(new TextEncoder().encode("x".repeat(10_000)));
          controller.close();
        },
      });
      const request = { method: "POST", body, duplex: "half", headers: { "content-type": "application/json" } } as const;
      expect((await fetch(`${gateway.origin}/api/v1/echo/1`, request)).status).toBe(413);
    });
  });

  describe("queries", () => {
    it("queries are converted to numbers and booleans by the rules of the contract", async () => {
      expect((await find("word=7&size=7&open=true")).body.data).toMatchObject({ word: "7", size: 7, open: true });
      expect((await find("open=false")).body.data).toMatchObject({ open: false });
    });

    it.each(["size=", "size=abc", "size=1e1", "size=0x10", "size=51", "size=0", "size=1.5", "open=yes", "open=1"])(
      "D5 queries with %s are 400",
      async (query) => {
        expect((await find(query)).status).toBe(400);
      },
    );

    it.each([
      ["page=0&limit=0", 1, 1],
      ["page=-5&limit=51", 1, 50],
      ["page=abc&limit=", 1, 20],
      ["page=NaN&limit=1e9", 1, 50],
      ["page=2.9&limit=10.2", 2, 10],
      ["", 1, 20],
    ])("D5 queries with %s get the nearest bound or the default", async (query, page, limit) => {
      expect((await find(query)).body.data).toMatchObject({ page, limit });
    });

    it("B.0 queries never become objects", async () => {
      const { status, body } = await find("size[$gt]=1&word[$ne]=x&limit[$gt]=1&__proto__[a]=1&constructor=1");
      expect(status).toBe(200);
      expect(body.data).toEqual({ page: 1, limit: 20 });
    });

    it("queries use the first value of a repeated key", async () => {
      expect((await find("word=one&word=two&size=3&size=x")).body.data).toMatchObject({ word: "one", size: 3 });
    });

    it("queries are read for DELETE as well, besides the path", async () => {
      const reply = await gateway.send("DELETE", "/tasks/a%2Fb?depth=3&id=other", { token: gateway.token() });
      expect(reply.body.data).toMatchObject({ id: "a/b", depth: 3 });
    });
  });

  describe("paths", () => {
    it("paths have decoded parameters, which are plain text", async () => {
      const { body } = await gateway.send("POST", "/echo/..%2f..%2fetc%00%E2%82%AC", { body: valid });
      expect(body.data).toMatchObject({ id: "../../etc\u0000€" });
    });

    it("paths with an invalid percent sign are 400 in the envelope", async () => {
      const { status, body } = await gateway.send("POST", "/echo/%E0%A4%A", { body: valid });
      expect([status, body.error.code]).toEqual([400, "VALIDATION_FAILED"]);
    });

    it("paths may have a trailing slash", async () => {
      expect((await gateway.send("GET", "/search/")).status).toBe(200);
      expect((await gateway.send("PUT", "/search/")).status).toBe(405);
    });
  });

  describe("properties of the request", () => {
    it("ENV-17 properties of the request never come from the path, the query or the body", async () => {
      const forged = { address: "1.2.3.4", agent: "x", country: "XX", platform: "IOS", locale: "de", idempotencyKey: "k", session: "s" };
      const { body } = await gateway.send("POST", "/echo/1?country=YY", {
        body: { ...valid, ...forged },
        headers: { "user-agent": "tester" },
      });
      expect(body.data).toEqual({
        ...valid,
        id: "1",
        address: "127.0.0.1",
        agent: "tester",
        platform: "WEB",
        locale: "en",
        requestId: expect.any(String),
        visitor: null,
      });
    });

    it("properties of the request come from headers and cookies", async () => {
      const headers = {
        "user-agent": "an agent with a long name",
        "x-client-platform": "ANDROID",
        "accept-language": "xx, fr-CH;q=0.4, de-AT;q=0.9",
        cookie: "other=1; session=a%2Fb; session=second",
        "x-forwarded-for": "203.0.113.9, 10.0.0.1",
        "x-cdn-country": "ch",
      };
      expect((await echo(valid, headers)).body.data).toMatchObject({
        agent: "an agent with a long",
        platform: "ANDROID",
        locale: "de",
        session: "a/b",
        address: "203.0.113.9",
        country: "CH",
      });
    });

    it("D7 properties of the request come from the headers of the delivery network first, and invalid values are ignored", async () => {
      const cdn = { "x-cdn-connecting-ip": "2001:db8::1", "x-forwarded-for": "203.0.113.9" };
      expect((await echo(valid, cdn)).body.data).toMatchObject({ address: "2001:db8::1" });
      expect((await echo(valid, { "x-forwarded-for": "unknown, 8.8.8.8", "x-cdn-country": "nowhere" })).body.data).toMatchObject({
        address: "127.0.0.1",
      });
    });
  });

  describe("requests on a raw socket", () => {
    const raw = (text: string) =>
      new Promise<string>((resolve) => {
        const socket = connect(Number(new URL(gateway.origin).port), "127.0.0.1");
        let response = "";
        socket.on("data", (chunk) => {
          response += String(chunk);
        });
        socket.on("close", () => resolve(response));
        socket.on("error", () => undefined);
        socket.end(text);
      });

    it.each([
      ["two lengths", "POST /api/v1/sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}"],
      ["length and chunks", "POST /api/v1/sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
      ["no HTTP at all", "hello\r\n\r\n"],
      ["no host", "GET /api/v1/search HTTP/1.1\r\nConnection: close\r\n\r\n"],
      ["two hosts", "GET /api/v1/search HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n"],
      ["a NUL", "GET /api/v1/search HTTP/1.1\r\nHost: x\r\nX: \u0000\r\n\r\n"],
    ])("4.2.1 ENV-24 requests with %s get 400 in the envelope", async (_name, text) => {
      const response = await raw(text);
      expect(response).toMatch(/^HTTP\/1\.1 400 /);
      expect(response).toMatch(/^X-Content-Type-Options: nosniff\r$/im);
      expect(response).toMatch(/^Cache-Control: no-store\r$/im);
      const body: unknown = JSON.parse(response.slice(response.indexOf("\r\n\r\n") + 4));
      expect(body).toMatchObject({ success: false, error: { code: "VALIDATION_FAILED" } });
    });

    it("ENV-04 requests with an unknown Expect header get the envelope", async () => {
      const request = "GET /api/v1/nowhere HTTP/1.1\r\nHost: x\r\nExpect: unknown\r\nConnection: close\r\n\r\n";
      expect(await raw(request)).toMatch(/^HTTP\/1\.1 404 [\s\S]*RESOURCE_NOT_FOUND/);
    });

    it("requests need no Host header in HTTP 1.0", async () => {
      expect(await raw("GET /api/v1/search HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 /);
    });

    it("requests with headers of 64 kB get 413 in the envelope", async () => {
      expect(await raw(`GET /api/v1/search HTTP/1.1\r\nHost: x\r\nX-Long: ${"y".repeat(65_536)}\r\n\r\n`)).toMatch(
        /^HTTP\/1\.1 413 [\s\S]*PAYLOAD_TOO_LARGE/,
      );
    });

    it("requests get 404 for an absolute target and 405 for an unknown method", async () => {
      expect(await raw("GET http://evil/api/v1/search HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")).toMatch(/^HTTP\/1\.1 404 /);
      expect(await raw("TRACE /api/v1/search HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")).toMatch(/^HTTP\/1\.1 405 /);
    });
  });
});
