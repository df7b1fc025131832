import { Writable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { pino } from "pino";
import { uuid } from "#libs/kernel/ids.ts";
import { checkMessages } from "../invariants/check-messages.ts";
import { openAdminBrowser } from "../support/admin-browser.ts";
import { descriptionErrors } from "../support/description-errors.ts";
import { eventually } from "../support/eventually.ts";
import type { Reply } from "../support/http.ts";
import { type Random, seededRandom } from "../support/random.ts";
import { searchSize } from "../support/search-size.ts";
import { dataOf, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { type ValueCollector, valueCollector } from "./fuzz/known-values.ts";
import { type RawClient, rawClient } from "./fuzz/raw-client.ts";
import { type FuzzRequest, type FuzzTarget, type Operation, requestGenerator } from "./fuzz/requests.ts";
import { envelopeFaults } from "./refusal.ts";

const SEED = Number(process.env.RUN_SEED ?? 20_261_121);
const ROUNDS = searchSize(1, 3);
const CONCURRENCY = 8;
const PREFIX = "/api/v1";

/** Actions that would end the sessions and accounts of the run, or reset its limits. */
const SKIPPED =
  /^(account\.(logout|logoutAll|adminLogout|revokeSession|requestDeletion|deleteWithPassword|changePassword|setUserStatus)|config\.rollback)$/;

/** Names and texts of the implementation that clients must not see. */
const LEAK =
  /node_modules|\.ts\b|mongo|E11000|\bnats\b|redis|TypeError|RangeError|SyntaxError|Cannot read|is not a function|BSON|moleculer|ECONN|ENOENT|Unexpected token|in JSON|dup key|\bat \S+ \(/i;
const MAX_ERROR_LENGTH = 40_000;

type Role = "anonymous" | "fan" | "creator" | "admin" | "adminSession";
type Credentials = Readonly<Record<Role, Readonly<Record<string, string>>>>;

let system: TestSystem;
let client: RawClient;
let credentials: Credentials;
let collector: ValueCollector;
const logged: string[] = [];

beforeAll(async () => {
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk));
      done();
    },
  });
  system = await startTestSystem({}, "lifted", { logger: pino({ level: "info" }, sink) });
  client = rawClient(system.base);
  const [fan, creator, admin] = await Promise.all([
    system.newFan("500.00"),
    system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" }),
    system.admin(),
  ]);
  const browser = await openAdminBrowser(system, admin);
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  credentials = {
    anonymous: {},
    fan: bearer(fan.token),
    creator: bearer(creator.token),
    admin: bearer(admin.token),
    adminSession: { cookie: browser.cookie, "x-csrf-token": browser.csrfToken },
  };
  const { bioPageId } = dataOf<{ bioPageId: string }>(await creator.send("GET", "/creators/me"), 200);
  collector = valueCollector({
    ...{ receiverId: [creator.userId], userId: [creator.userId, fan.userId, uuid()], creatorId: [creator.creatorId] },
    ...{ bioPageId: [bioPageId], username: [creator.username], platform: ["INSTAGRAM", "WEB"], locale: ["en", "de"] },
    ...{ key: ["dm.timeout_hours", "messaging.duplicate_window_seconds"], domain: ["messaging"], system: ["CREATOR_UPGRADE"] },
    ...{ email: [fan.email, "unknown@example.org"], password: ["a password of one user", "canary-wrong-password"] },
    ...{ amount: ["5.00", "0.01"], price: ["5.00"], content: ["canary-content"], url: ["https://example.org/a"], slot: ["email"] },
    ...{ landingPage: ["https://example.org/"], consentAnalytics: ["granted"], date: ["2026-11-21"], kind: ["terms"] },
  });
});

afterAll(async () => {
  client?.close();
  await system?.stop();
});

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Every operation in the OpenAPI document of the running system, except those at the root of the host. */
async function fuzzTargets(): Promise<FuzzTarget[]> {
  const reply = await client.send("GET", PREFIX, { path: "/openapi/full.json", headers: {}, body: undefined });
  const { paths } = reply.body as unknown as Description;
  return Object.entries(paths).flatMap(([path, item]) =>
    "servers" in item ? [] : Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** Mostly a role that may call the target. */
function roleFor(random: Random, { path, operation }: FuzzTarget): Role {
  const schemes = operation.security.flatMap((scheme) => Object.keys(scheme));
  if (random.below(8) === 0) return random.pick(["anonymous", "fan", "creator", "admin", "adminSession"]);
  if (path.startsWith("/admin/")) return schemes.includes("bearer") && random.below(2) ? "admin" : "adminSession";
  return schemes.length === 0 ? "anonymous" : random.pick(["fan", "creator"]);
}

/** The faults of a reply to any request. */
function faultsOf({ method }: FuzzTarget, request: FuzzRequest, reply: Reply): string[] {
  const { status, headers, body } = reply;
  const faults: string[] = [];
  const check = (isWrong: boolean, fault: string) => void (isWrong && faults.push(fault));
  check(headers.get("x-content-type-options") !== "nosniff", "no nosniff");
  check(headers.has("x-injected"), "a header from the input of the client");
  if (status < 400) return [...faults, ...descriptionErrors(method, request.path, reply)];
  const { i18nKey = "", message, details = [], correlationId } = body.error;
  const text = [message, ...details.map((detail) => detail.message)].join("\n");
  check(status >= 500 && !/^503 (features\.|provider\.error\.off)/.test(`${status} ${i18nKey}`), `${status}`);
  check(i18nKey === "", "no i18nKey");
  check(
    !headers.has("idempotency-replayed") && correlationId !== headers.get("x-request-id"),
    "a correlationId that is not the X-Request-Id",
  );
  check(LEAK.test(text), "a text of the implementation");
  check(text.length > MAX_ERROR_LENGTH, "a long error");
  // The router refuses a path that no longer matches the target.
  const byRouter = i18nKey === "error.not_found" || i18nKey === "error.method_not_allowed" || !isDecodable(request.path);
  return [...faults, ...envelopeFaults(reply), ...(byRouter ? [] : descriptionErrors(method, request.path, reply))];
}

function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path.split("?", 1)[0] ?? "") !== "";
  } catch {
    return false;
  }
}

describe("spec 9, 2.1: random requests to every described operation", () => {
  it("B.3 ENV-04 ENV-16 OPS-05 random requests get replies in the envelope and as described, without failures and leaks", async () => {
    const targets = (await fuzzTargets()).filter(({ operation }) => !SKIPPED.test(operation.operationId));
    const faults = new Map<string, string>();
    const statuses = new Map<number, number>();
    const send = async (target: FuzzTarget, turn: number) => {
      // Each request has its own seed, so it does not depend on the order of earlier replies.
      const random = seededRandom(SEED + turn);
      const request = requestGenerator(random, collector.values)(target);
      const role = roleFor(random, target);
      const reply = await client.send(target.method, PREFIX, { ...request, headers: { ...credentials[role], ...request.headers } });
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
      if (reply.status < 300) collector.collect(reply.body?.data, target.path);
      const summary = `${role} ${target.method} ${request.path.slice(0, 200)} ${String(request.body ?? "").slice(0, 200)}`;
      for (const fault of faultsOf(target, request, reply)) {
        faults.set(`${target.operation.operationId}: ${fault.slice(0, 300)}`, summary);
      }
    };
    const queue = Array.from({ length: ROUNDS }, () => targets)
      .flat()
      .entries();
    const worker = async () => {
      for (const [turn, target] of queue) await send(target, turn);
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    expect([SEED, Object.fromEntries(faults)]).toEqual([SEED, {}]);
    // Enough requests were valid.
    expect(statuses.get(200)).toBeGreaterThan(targets.length / 4);
    expect(statuses.get(400)).toBeGreaterThan(targets.length / 4);
  });

  it("P1 OPS-12 random requests leave no error and no secret in the log", () => {
    const lines = logged.map((line) => JSON.parse(line) as { level: number });
    expect(lines.length).toBeGreaterThan(100);
    expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
    const text = logged.join("");
    for (const secret of ["canary-", "a password of one user", credentials.fan.authorization?.slice(7)]) {
      expect(secret !== undefined && text.includes(secret)).toBe(false);
    }
  });

  it("M1–M9 random requests keep the invariants of messages and money", async () => {
    await eventually(async () => expect(await checkMessages(system.runtime.database("messaging").connection)).toEqual([]));
  });
});
