import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openStage, type Stage } from "./fixture.ts";

describe("input", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ env: { configOverrides: new Map([["CONFIG_RATELIMIT_HELP_ARTICLES_LIMIT", "1000"]]) } });
  });
  afterAll(() => stage.stop());

  const fine = { text: "hello", count: 2 };
  const echo = (body: unknown, headers = {}) => stage.send("POST", "/echo/1", { body, headers });
  const find = (query: string) => stage.send("GET", `/search?${query}`);

  describe("bodies", () => {
    it.each([{ $ne: null }, { $gt: "" }, ["a"], 7, true])("ENV-26 %j in the place of a string is 400", async (value) => {
      const { status, body } = await echo({ ...fine, text: value });
      expect([status, body.error.code]).toEqual([400, "VALIDATION_FAILED"]);
    });

    it.each([true, [7], "1e1", "", "7", null])("B.0 %j in the place of a number is 400", async (value) => {
      expect((await echo({ ...fine, count: value })).status).toBe(400);
    });

    it.each([
      '{"text":"hello","count":2,"__proto__":{"isAdmin":true}}',
      '{"text":"hello","count":2,"nested":{"constructor":{"prototype":{}}}}',
    ])("B.0 ENV-26 %s is refused", async (text) => {
      expect((await echo(text)).status).toBe(400);
      expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    });

    it("D4 B.0 unknown fields are dropped", async () => {
      const { status, body } = await echo({ ...fine, role: "SUPER_ADMIN", $where: "1" });
      expect(status).toBe(201);
      expect(body.data).not.toHaveProperty("role");
      expect(body.data).not.toHaveProperty("$where");
    });

    it("B.0 a list is no body", async () => {
      expect((await echo([fine])).status).toBe(400);
    });

    it("B.0 90 kB of nested lists are 400, and 15 levels are read", async () => {
      const deep = (levels: number) => `{"text":"hello","count":2,"nested":${"[".repeat(levels)}${"]".repeat(levels)}}`;
      expect((await echo(deep(45_000))).status).toBe(400);
      expect((await echo(deep(17))).status).toBe(400);
      expect((await echo(deep(15))).status).toBe(201);
    });

    it.each(["application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x", "application/json; charset=utf-16", ""])(
      "B.0 a body of type '%s' is 415",
      async (type) => {
        const reply = await stage.send("POST", "/echo/1", { body: JSON.stringify(fine), headers: { "content-type": type } });
        expect([reply.status, reply.body.error.code]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
      },
    );

    it("a compressed body is 415", async () => {
      expect((await echo(fine, { "content-encoding": "gzip" })).status).toBe(415);
    });

    it("ANL-09 the content type may name UTF-8 and be written in any case", async () => {
      expect((await echo(fine, { "content-type": "Application/JSON;charset=UTF-8" })).status).toBe(201);
    });

    it("no body is an empty one", async () => {
      expect((await stage.send("POST", "/sign-in")).status).toBe(200);
      expect((await stage.send("POST", "/sign-in", { headers: { "content-type": "application/json" } })).status).toBe(200);
    });

    it("ENV-14 text that is not UTF-8 is 400", async () => {
      const body = new Uint8Array([...new TextEncoder().encode('{"text":"'), 0xff, ...new TextEncoder().encode('","count":1}')]);
      const reply = await fetch(`${stage.origin}/api/v1/echo/1`, { method: "POST", body, headers: { "content-type": "application/json" } });
      expect(reply.status).toBe(400);
    });

    it("ENV-15 a body of unknown length is cut off as well", async () => {
      const body = new ReadableStream({
        start(controller) {
          for (let chunk = 0; chunk < 40; chunk += 1) controller.enqueue(new TextEncoder().encode("x".repeat(10_000)));
          controller.close();
        },
      });
      const request = { method: "POST", body, duplex: "half", headers: { "content-type": "application/json" } } as const;
      expect((await fetch(`${stage.origin}/api/v1/echo/1`, request)).status).toBe(413);
    });
  });

  describe("queries", () => {
    it("numbers and booleans are read by their rules", async () => {
      expect((await find("word=7&size=7&open=true")).body.data).toMatchObject({ word: "7", size: 7, open: true });
      expect((await find("open=false")).body.data).toMatchObject({ open: false });
    });

    it.each(["size=", "size=abc", "size=1e1", "size=0x10", "size=51", "size=0", "size=1.5", "open=yes", "open=1"])(
      "D5 %s is 400",
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
    ])("D5 %s is put right", async (query, page, limit) => {
      expect((await find(query)).body.data).toMatchObject({ page, limit });
    });

    it("B.0 a query never becomes an object", async () => {
      const { status, body } = await find("size[$gt]=1&word[$ne]=x&limit[$gt]=1&__proto__[a]=1&constructor=1");
      expect(status).toBe(200);
      expect(body.data).toEqual({ page: 1, limit: 20 });
    });

    it("of a repeated key the first value counts", async () => {
      expect((await find("word=one&word=two&size=3&size=x")).body.data).toMatchObject({ word: "one", size: 3 });
    });

    it("DELETE reads its parameters from path and query", async () => {
      const reply = await stage.send("DELETE", "/tasks/a%2Fb?depth=3&id=other", { token: stage.token() });
      expect(reply.body.data).toMatchObject({ id: "a/b", depth: 3 });
    });
  });

  describe("paths", () => {
    it("parameters are decoded, and are text only", async () => {
      const { body } = await stage.send("POST", "/echo/..%2f..%2fetc%00%E2%82%AC", { body: fine });
      expect(body.data).toMatchObject({ id: "../../etc\u0000€" });
    });

    it("a bad percent sign is 400 in the envelope", async () => {
      const { status, body } = await stage.send("POST", "/echo/%E0%A4%A", { body: fine });
      expect([status, body.error.code]).toEqual([400, "VALIDATION_FAILED"]);
    });

    it("a trailing slash changes nothing", async () => {
      expect((await stage.send("GET", "/search/")).status).toBe(200);
      expect((await stage.send("PUT", "/search/")).status).toBe(405);
    });
  });

  describe("facts of the request", () => {
    it("ENV-17 never come from path, query or body", async () => {
      const forged = { address: "1.2.3.4", agent: "x", country: "XX", platform: "IOS", locale: "de", idempotencyKey: "k", session: "s" };
      const { body } = await stage.send("POST", "/echo/1?country=YY", {
        body: { ...fine, ...forged },
        headers: { "user-agent": "tester" },
      });
      expect(body.data).toEqual({
        ...fine,
        id: "1",
        address: "127.0.0.1",
        agent: "tester",
        platform: "WEB",
        locale: "en",
        requestId: expect.any(String),
        visitor: null,
      });
    });

    it("come from headers and cookies", async () => {
      const headers = {
        "user-agent": "an agent with a long name",
        "x-client-platform": "ANDROID",
        "accept-language": "xx, fr-CH;q=0.4, de-AT;q=0.9",
        cookie: "other=1; session=a%2Fb; session=second",
        "x-forwarded-for": "203.0.113.9, 10.0.0.1",
        "x-cdn-country": "ch",
      };
      expect((await echo(fine, headers)).body.data).toMatchObject({
        agent: "an agent with a long",
        platform: "ANDROID",
        locale: "de",
        session: "a/b",
        address: "203.0.113.9",
        country: "CH",
      });
    });

    it("D7 the delivery network's header wins, nonsense does not count", async () => {
      const cdn = { "x-cdn-connecting-ip": "2001:db8::1", "x-forwarded-for": "203.0.113.9" };
      expect((await echo(fine, cdn)).body.data).toMatchObject({ address: "2001:db8::1" });
      expect((await echo(fine, { "x-forwarded-for": "unknown, 8.8.8.8", "x-cdn-country": "nowhere" })).body.data).toMatchObject({
        address: "127.0.0.1",
      });
    });
  });

  describe("raw sockets", () => {
    const raw = (text: string) =>
      new Promise<string>((resolve) => {
        const socket = connect(Number(new URL(stage.origin).port), "127.0.0.1");
        let answer = "";
        socket.on("data", (chunk) => {
          answer += String(chunk);
        });
        socket.on("close", () => resolve(answer));
        socket.on("error", () => undefined);
        socket.end(text);
      });

    it.each([
      ["two lengths", "POST /api/v1/sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}"],
      ["length and chunks", "POST /api/v1/sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
      ["no HTTP", "hello\r\n\r\n"],
      ["no host", "GET /api/v1/search HTTP/1.1\r\nConnection: close\r\n\r\n"],
      ["two hosts", "GET /api/v1/search HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n"],
      ["a NUL", "GET /api/v1/search HTTP/1.1\r\nHost: x\r\nX: \u0000\r\n\r\n"],
    ])("4.2.1 ENV-24 %s are 400 in the envelope", async (_what, text) => {
      const answer = await raw(text);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toMatch(/^X-Content-Type-Options: nosniff\r$/im);
      expect(answer).toMatch(/^Cache-Control: no-store\r$/im);
      const body: unknown = JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4));
      expect(body).toMatchObject({ success: false, error: { code: "VALIDATION_FAILED" } });
    });

    it("ENV-04 what a client expects of us is no reason to answer outside the envelope", async () => {
      const request = "GET /api/v1/nowhere HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\nConnection: close\r\n\r\n";
      expect(await raw(request)).toMatch(/^HTTP\/1\.1 404 [\s\S]*RESOURCE_NOT_FOUND/);
    });

    it("a client of HTTP 1.0 names no host", async () => {
      expect(await raw("GET /api/v1/search HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 /);
    });

    it("headers of 64 kB are refused in the envelope", async () => {
      expect(await raw(`GET /api/v1/search HTTP/1.1\r\nHost: x\r\nX-Long: ${"y".repeat(65_536)}\r\n\r\n`)).toMatch(
        /^HTTP\/1\.1 413 [\s\S]*PAYLOAD_TOO_LARGE/,
      );
    });

    it("an absolute target and an unknown method are no routes", async () => {
      expect(await raw("GET http://evil/api/v1/search HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")).toMatch(/^HTTP\/1\.1 404 /);
      expect(await raw("TRACE /api/v1/search HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")).toMatch(/^HTTP\/1\.1 405 /);
    });
  });
});
