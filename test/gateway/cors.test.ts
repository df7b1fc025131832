import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startTestGateway, type TestGateway } from "./fixture.ts";

describe("ENV-25 CORS", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ env: { corsOrigins: ["https://app.example.org", "http://localhost:5173"] } });
  });
  afterAll(() => gateway.stop());

  const get = (origin: string) => gateway.send("GET", "/search", { headers: { origin } });
  const preflight = (origin: string, path = "/tasks") =>
    fetch(`${gateway.origin}/api/v1${path}`, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "PATCH",
        "access-control-request-headers": "authorization,content-type,idempotency-key",
      },
    });

  it("a listed origin may read responses and errors, with credentials", async () => {
    for (const reply of [
      await get("https://app.example.org"),
      await gateway.send("GET", "/nope", { headers: { origin: "http://localhost:5173" } }),
    ]) {
      expect(reply.headers.get("access-control-allow-origin")).toMatch(/^https:\/\/app\.example\.org$|^http:\/\/localhost:5173$/);
      expect(reply.headers.get("access-control-allow-credentials")).toBe("true");
      expect(reply.headers.get("access-control-expose-headers")).toContain("X-Request-Id");
      expect(reply.headers.get("vary")).toBe("Origin");
    }
  });

  it.each([
    "https://app.example.or",
    "https://app.example.org.evil.com",
    "https://evil-app.example.org",
    "http://app.example.org",
    "https://app.example.org:444",
    "null",
    "https://APP.example.org/",
  ])("%s gets no permission, but its request is served", async (origin) => {
    const reply = await get(origin);
    expect(reply.status).toBe(200);
    for (const name of reply.headers.keys()) expect(name).not.toMatch(/^access-control-/);
    expect(reply.headers.get("vary")).toBe("Origin");
    const preflighted = await preflight(origin);
    expect([preflighted.status, preflighted.headers.get("access-control-allow-methods")]).toEqual([204, null]);
  });

  it("ANL-09 a preflight of a listed origin gets the allowed methods and headers, and runs no action", async () => {
    const runs = gateway.state.runs;
    const reply = await preflight("https://app.example.org");
    expect(reply.status).toBe(204);
    expect(await reply.text()).toBe("");
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"])
      expect(reply.headers.get("access-control-allow-methods")).toContain(method);
    for (const name of ["Authorization", "Content-Type", "Idempotency-Key", "X-Client-Platform"]) {
      expect(reply.headers.get("access-control-allow-headers")).toContain(name);
    }
    expect(reply.headers.get("access-control-allow-origin")).toBe("https://app.example.org");
    expect(gateway.state.runs).toBe(runs);
  });

  it("OPTIONS without preflight headers lists the allowed methods and runs no action", async () => {
    const reply = await fetch(`${gateway.origin}/api/v1/search`, { method: "OPTIONS" });
    expect([reply.status, reply.headers.get("allow"), await reply.text()]).toEqual([204, "GET, HEAD, OPTIONS", ""]);
  });
});
