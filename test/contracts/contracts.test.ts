import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type EventContract, event } from "#libs/contract-kit/contract.ts";
import { eventSchema, type JsonSchema, objectSchema } from "#libs/contract-kit/json-schema.ts";
import type { Rules } from "#libs/contract-kit/rules.ts";
import { validation } from "#libs/contract-kit/validate.ts";
import { creatorVacation } from "#libs/contracts/creator/index.ts";
import { allContracts, allEvents } from "#libs/contracts/index.ts";
import { messageSent } from "#libs/contracts/messaging/index.ts";
import { rejectAdjustment } from "#libs/contracts/wallet/adjustments.ts";
import { catalogue } from "#libs/errors/catalogue/index.ts";
import { uuid } from "#libs/kernel/ids.ts";

describe("the contracts", () => {
  it("contracts have unique names and routes", () => {
    const names = allContracts.map(({ name }) => name);
    const routes = allContracts.flatMap(({ http }) => (http ? [`${http.method} ${http.path.replace(/\{\w+\}/g, "{}")}`] : []));
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(routes).size).toBe(routes.length);
  });

  it("contracts declare every path parameter", () => {
    for (const { http, params } of allContracts) {
      const inPath = [...(http?.path ?? "").matchAll(/\{(\w+)\}/g)].map(([, field = ""]) => field);
      expect(Object.keys(params)).toEqual(expect.arrayContaining(inPath));
    }
  });

  it("contracts have rules that compile; a process compiles them at their first use", () => {
    for (const rules of [...allContracts.map(({ params }) => params), ...allEvents.map(({ payload }) => payload)])
      expect(() => validation(rules)({})).not.toThrow();
  });

  it("contracts accept ids of any length in a path", () => {
    const bounded = allContracts.flatMap(({ name, http, params }) => {
      const ids = [...(http?.path ?? "").matchAll(/\{(\w+Id)\}/g)].map(([, field = ""]) => (params as Rules)[field]);
      return ids.some((rule) => rule?.type === "string" && rule.max !== undefined) ? [name] : [];
    });
    expect(bounded).toEqual([]);
  });

  it("OPS-15 contracts say since when they are deprecated, and keep a sunset at least a year away from that", () => {
    const deprecations = allContracts.flatMap(({ http, params }) =>
      [http, ...Object.values(params as Rules)].flatMap((part) => part?.deprecated ?? []),
    );
    expect(deprecations.length).toBeGreaterThan(2);
    for (const { since, sunset } of deprecations) {
      expect(new Date(since).toISOString().slice(0, 10)).toBe(since);
      if (sunset !== undefined) expect(Date.parse(sunset) - Date.parse(since)).toBeGreaterThanOrEqual(365 * 86_400_000);
    }
  });

  it("contracts convert an id to lower case", () => {
    const id = uuid();
    expect(validation({ id: { type: "uuid" } })({ id: id.toUpperCase() })).toEqual({ value: { id } });
  });

  it("contracts give every clamped number bounds and a default", () => {
    const clamped = allContracts.flatMap(({ params }) => Object.values(params).filter((rule) => rule.type === "number" && rule.clamp));
    expect(clamped.length).toBeGreaterThan(0);
    for (const rule of clamped)
      expect(rule).toMatchObject({ min: expect.any(Number), max: expect.any(Number), default: expect.any(Number) });
  });

  it("contracts trim every reason and bound its length", () => {
    const reasons = allContracts.flatMap(({ name, params }) => {
      const rule = (params as Rules).reason;
      return rule?.type === "string" ? [{ name, trim: rule.trim, max: rule.max }] : [];
    });
    expect(reasons.length).toBeGreaterThan(10);
    for (const reason of reasons) expect(reason).toEqual({ name: reason.name, trim: true, max: expect.any(Number) });
    expect(validation(rejectAdjustment.params)({ adjustmentId: uuid(), reason: " \t\n " })).toHaveProperty("details");
  });

  it("contracts name only errors of the catalogue, and together name all of them, as errors or in their answers", () => {
    const named = new Set<string>(allContracts.flatMap(({ errors }) => errors));
    const gatewayKeys =
      /^(error|idempotency|auth\.csrf|auth\.account|auth\.admin\.sign_in_again|auth\.step_up\.required|auth\.mfa\.required|features)(\.|$)/;
    for (const key of named) expect(catalogue).toHaveProperty([key]);
    const answers = JSON.stringify(allContracts.map(({ returns }) => returns));
    const unnamed = Object.keys(catalogue).filter((key) => !named.has(key) && !answers.includes(`\`${key}\``) && !gatewayKeys.test(key));
    expect(unnamed).toEqual([]);
  });
});

describe("OPS-14 the JSON Schema of events", () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "events-"));
    const { NODE_OPTIONS: _forJest, ...env } = process.env;
    spawnSync(process.execPath, ["deploy/write-event-schemas.ts", folder], { env });
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const written = ({ name }: EventContract) => JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")) as unknown;

  it("OPS-14 HSE-08 the JSON Schema is written for exactly the declared events by a command (npm run events)", () => {
    for (const contract of allEvents) expect(written(contract)).toEqual(eventSchema(contract));
    expect(readdirSync(folder).sort()).toEqual(allEvents.map(({ name }) => `${name}.json`).sort());
  });

  it("OPS-14 MSG-61 the schema of message.sent has ids, states and the price, but no content", () => {
    expect(Object.keys(eventSchema(messageSent).properties as JsonSchema)).toEqual(
      expect.arrayContaining(["messageId", "sessionId", "senderId", "receiverId", "dmType", "status", "price", "currency"]),
    );
    expect(Object.keys(messageSent.payload)).not.toContain("content");
  });

  it("OPS-14 VAC-28 the schema of creator.vacation has the state after the change", () => {
    const fields = ["creatorId", "userId", "enabled", "creatorStatus", "vacationStart", "vacationEnd"];
    expect(eventSchema(creatorVacation)).toMatchObject({ type: "object", required: fields });
  });

  it("WHK-26 every public fact lists fields of its payload", () => {
    const unknown = allEvents.flatMap(({ name, payload, public: outside }) =>
      (outside?.fields ?? []).filter((field) => !(field in payload)).map((field) => `${name} ${field}`),
    );
    expect(unknown).toEqual([]);
  });

  it("the JSON Schema describes what the check of each kind of rule accepts", () => {
    const rules = {
      text: { type: "string", min: 1, max: 3, pattern: /^a/ },
      count: { type: "number", integer: true, min: 1, default: 2 },
      kind: { type: "enum", values: ["A", "B"], nullable: true },
      list: { type: "array", items: { type: "uuid" }, max: 2 },
      free: { type: "json", optional: true },
      map: { type: "record", values: { type: "boolean" } },
    } as const satisfies Rules;
    expect(objectSchema(event({ name: "x.y", owner: "test", summary: "", payload: rules }).payload)).toEqual({
      type: "object",
      properties: {
        text: { type: "string", minLength: 1, maxLength: 3, pattern: "^a" },
        count: { type: "integer", minimum: 1, default: 2 },
        kind: { type: ["string", "null"], enum: ["A", "B", null] },
        list: { type: "array", items: { type: "string", format: "uuid" }, maxItems: 2 },
        free: {},
        map: { type: "object", additionalProperties: { type: "boolean" } },
      },
      required: ["text", "kind", "list", "map"],
    });
    const check = validation(rules);
    expect(check({ text: "ab", kind: null, list: [], map: { a: true }, unknown: 1 })).toEqual({
      value: { text: "ab", count: 2, kind: null, list: [], map: { a: true } },
    });
    expect(check({ text: "b", kind: "C", list: ["x"], map: { a: 1 } })).toHaveProperty("details");
  });

  it("API4 ENV-06 a list that is much too long is refused for its length, with a bounded number of details", () => {
    const check = validation({ list: { type: "array", items: { type: "object", props: { kind: { type: "string" } } }, max: 50 } });
    const outcome = check({ list: Array(100_000).fill(1) });
    const details = "details" in outcome ? outcome.details : [];
    expect(details[0]).toEqual({ message: "list must have at most 50 entries" });
    expect(details.length).toBeLessThanOrEqual(50);
    expect(check({ list: Array(50).fill({ kind: "a" }) })).toHaveProperty("value");
  });
});
