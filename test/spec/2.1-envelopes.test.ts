import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Reply } from "../support/http.ts";
import { startTestSystem, type TestSystem } from "../support/test-system.ts";
import { type Routed, servedRoutes } from "./served-routes.ts";
import { instantsIn, isUtcInstant, shapeErrors } from "./shape.ts";
import { type Tour, takeTour } from "./tour.ts";

let system: TestSystem;
let tour: Tour;

beforeAll(async () => {
  system = await startTestSystem();
  tour = await takeTour(system);
});

afterAll(() => system.stop());

function visited(): [Routed, Reply][] {
  return servedRoutes.flatMap((contract): [Routed, Reply][] => {
    const reply = tour.get(contract.name);
    return reply ? [[contract, reply]] : [];
  });
}

/** Responses in the envelope, which documents, files and streams are not. */
function visitedData(): [Routed, Reply][] {
  return visited().filter(([{ http }]) => !http.document && !http.bytes && !http.stream);
}

describe("spec 2.1: the responses of every route", () => {
  it("the tour has called every route, with the status of its contract", () => {
    expect(servedRoutes.flatMap(({ name }) => (tour.has(name) ? [] : [name]))).toEqual([]);
    const expected = visited().map(([{ name, http }]) => [name, http.status ?? 200]);
    expect(visited().map(([{ name }, { status }]) => [name, status])).toEqual(expected);
  });

  it("ENV-02 ENV-03 a success is exactly {success, data}, or {success} without data", () => {
    const wrong = visitedData().filter(([{ http, returns }, { body }]) => {
      if (http.bare) return Object.keys(body).includes("success");
      return Object.keys(body).join() !== (returns === null ? "success" : "success,data") || body.success !== true;
    });
    expect(wrong.map(([{ name }, { body }]) => [name, body])).toEqual([]);
  });

  it("ENV-11 ENV-22 data has exactly the fields of the contract, and page lists count their items and pages", () => {
    const errors = visitedData().flatMap(([{ name, http, returns }, { body }]) =>
      returns === null ? [] : shapeErrors(returns, http.bare ? body : body.data).map((error) => `${name}: ${error}`),
    );
    expect(errors).toEqual([]);
    const pages = visited().filter(([{ returns }]) => returns?.type === "object" && "totalPages" in returns.props);
    expect(pages.length).toBeGreaterThan(5);
    for (const [, { body }] of pages) {
      const { total, limit, totalPages, items } = body.data as { total: number; limit: number; totalPages: number; items: unknown[] };
      expect(totalPages).toBe(Math.ceil(total / limit));
      expect(items.length).toBe(Math.min(total, limit));
    }
  });

  it("ENV-22 every instant is ISO 8601 in UTC, also in free-form data", () => {
    const instants = visited().flatMap(([{ name }, { body }]) => instantsIn(body).map(([path, value]) => [name + path, value] as const));
    expect(instants.length).toBeGreaterThan(50);
    expect(instants.filter(([, value]) => !isUtcInstant(value))).toEqual([]);
  });

  it("ENV-21 no response contains a password hash or another stored secret", () => {
    for (const [{ name }, { body }] of visitedData()) {
      const text = JSON.stringify(body);
      expect([name, /passwordHash|\$argon2|tokenHash|refreshHash|"__v"|"_id"/.exec(text)?.[0]]).toEqual([name, undefined]);
    }
  });

  it("ENV-24 every response has nosniff, and responses to signed-in callers are not cached", () => {
    for (const [{ name, http }, { headers }] of visited()) {
      expect([name, headers.get("x-content-type-options")]).toEqual([name, "nosniff"]);
      if (http.auth !== "public") expect([name, headers.get("cache-control")]).toEqual([name, "no-store"]);
    }
  });

  it("ENV-11 a page beyond the end has no items and the real total", async () => {
    const admin = await system.admin();
    const pages = visited().filter(([{ http, params }]) => http.method === "GET" && http.auth === "admin" && "page" in params);
    const totals: number[] = [];
    for (const [{ http }] of pages) {
      const path = http.path.replace("{kind}", "terms");
      const first = await admin.send("GET", `${path}?page=1&limit=3`);
      const { total } = first.body.data as { total: number };
      const { status, body } = await admin.send("GET", `${path}?page=900&limit=3`);
      const totalPages = Math.ceil(total / 3);
      expect([path, status, body.data]).toEqual([path, 200, { items: [], total, page: 900, limit: 3, totalPages }]);
      totals.push(total);
    }
    expect(totals.filter((total) => total > 0).length).toBeGreaterThan(3);
  });
});
