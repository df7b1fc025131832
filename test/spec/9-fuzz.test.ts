import { Writable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { pino } from "pino";
import { uuid } from "#libs/kernel/ids.ts";
import { checkMessages } from "#test/invariants/check-messages.ts";
import { openAdminBrowser } from "#test/support/admin-browser.ts";
import { type Constellation, constellation, dataOf } from "#test/support/constellation.ts";
import { undescribed } from "#test/support/described.ts";
import { eventually } from "#test/support/eventually.ts";
import type { Reply } from "#test/support/http.ts";
import { type Random, seededRandom } from "#test/support/random.ts";
import { type Learned, learnedLore } from "./fuzz/lore.ts";
import { type FuzzRequest, type Operation, type Place, requestMaker } from "./fuzz/requests.ts";
import { type Wire, wire } from "./fuzz/wire.ts";
import { envelopeFaults } from "./refusal.ts";

const SEED = Number(process.env.RUN_SEED ?? 20_261_121);
const ROUNDS = Number(process.env.FUZZ_ROUNDS ?? 3);
const AT_ONCE = 8;
const PREFIX = "/api/v1";

/** They would end what the run needs: the sessions and accounts of its people, or its limits. */
const LEFT_OUT =
  /^(account\.(logout|adminLogout|revokeSession|requestDeletion|deleteWithPassword|changePassword|setUserStatus)|config\.rollback)$/;

/** Words of the machine that no client may read. */
const LEAK =
  /node_modules|\.ts\b|mongo|E11000|\bnats\b|redis|TypeError|RangeError|SyntaxError|Cannot read|is not a function|BSON|moleculer|ECONN|ENOENT|Unexpected token|in JSON|dup key|\bat \S+ \(/i;
const LONGEST_REFUSAL = 40_000;

type Role = "anonymous" | "fan" | "creator" | "admin" | "adminSession";
type Credentials = Readonly<Record<Role, Readonly<Record<string, string>>>>;

let system: Constellation;
let client: Wire;
let credentials: Credentials;
let learned: Learned;
const logged: string[] = [];

beforeAll(async () => {
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk));
      done();
    },
  });
  system = await constellation({}, "lifted", { logger: pino({ level: "info" }, sink) });
  client = wire(system.base);
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
  learned = learnedLore({
    ...{ receiverId: [creator.userId], userId: [creator.userId, fan.userId, uuid()], creatorId: [creator.creatorId] },
    ...{ bioPageId: [bioPageId], username: [creator.username], platform: ["INSTAGRAM", "WEB"], locale: ["en", "de"] },
    ...{ key: ["dm.timeout_hours", "messaging.duplicate_window_seconds"], domain: ["messaging"], system: ["CREATOR_UPGRADE"] },
    ...{ email: [fan.email, "somebody@example.org"], password: ["a password of one user", "canary-wrong-password"] },
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

/** Every operation of the description that the running system gives of itself, but for what stands at the root. */
async function describedPlaces(): Promise<Place[]> {
  const reply = await client.send("GET", PREFIX, { path: "/openapi/full.json", headers: {}, body: undefined });
  const { paths } = reply.body as unknown as Description;
  return Object.entries(paths).flatMap(([path, item]) =>
    "servers" in item ? [] : Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** Mostly somebody who may call the place. */
function roleFor(random: Random, { path, operation }: Place): Role {
  const schemes = operation.security.flatMap((scheme) => Object.keys(scheme));
  if (random.below(8) === 0) return random.pick(["anonymous", "fan", "creator", "admin", "adminSession"]);
  if (path.startsWith("/admin/")) return schemes.includes("bearer") && random.below(2) ? "admin" : "adminSession";
  return schemes.length === 0 ? "anonymous" : random.pick(["fan", "creator"]);
}

/** What is wrong with an answer, whatever was asked. */
function faultsOf({ method }: Place, request: FuzzRequest, reply: Reply): string[] {
  const { status, headers, body } = reply;
  const faults: string[] = [];
  const say = (wrong: boolean, what: string) => void (wrong && faults.push(what));
  say(headers.get("x-content-type-options") !== "nosniff", "sniffable");
  say(headers.has("x-injected"), "a header of the client's");
  if (status < 400) return [...faults, ...undescribed(method, request.path, reply)];
  const { i18nKey = "", message, details = [], correlationId } = body.error;
  const text = [message, ...details.map((detail) => detail.message)].join("\n");
  say(status >= 500 && !/^503 (features\.|provider\.error\.off)/.test(`${status} ${i18nKey}`), `${status}`);
  say(i18nKey === "", "no i18nKey");
  say(!headers.has("idempotency-replayed") && correlationId !== headers.get("x-request-id"), "another correlationId");
  say(LEAK.test(text), "a word of the machine");
  say(text.length > LONGEST_REFUSAL, "a long refusal");
  // A path that is no path of the place any more is refused by the router.
  const byRouter = i18nKey === "error.not_found" || i18nKey === "error.method_not_allowed" || !isDecodable(request.path);
  return [...faults, ...envelopeFaults(reply), ...(byRouter ? [] : undescribed(method, request.path, reply))];
}

function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path.split("?", 1)[0] ?? "") !== "";
  } catch {
    return false;
  }
}

describe("spec 9, 2.1: whatever is sent to whatever is described", () => {
  it(
    "B.3 ENV-04 ENV-16 OPS-05 is answered in the envelope and as described, without a failure or a leak",
    async () => {
      const places = (await describedPlaces()).filter(({ operation }) => !LEFT_OUT.test(operation.operationId));
      const found = new Map<string, string>();
      const statuses = new Map<number, number>();
      const ask = async (place: Place, turn: number) => {
        // Each request has a seed of its own: what it is does not hang on which answer came first.
        const random = seededRandom(SEED + turn);
        const request = requestMaker(random, learned.lore)(place);
        const role = roleFor(random, place);
        const reply = await client.send(place.method, PREFIX, { ...request, headers: { ...credentials[role], ...request.headers } });
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
        if (reply.status < 300) learned.learn(reply.body?.data, place.path);
        const asked = `${role} ${place.method} ${request.path.slice(0, 200)} ${String(request.body ?? "").slice(0, 200)}`;
        for (const fault of faultsOf(place, request, reply)) {
          found.set(`${place.operation.operationId}: ${fault.slice(0, 300)}`, asked);
        }
      };
      const queue = Array.from({ length: ROUNDS }, () => places)
        .flat()
        .entries();
      const worker = async () => {
        for (const [turn, place] of queue) await ask(place, turn);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      expect([SEED, Object.fromEntries(found)]).toEqual([SEED, {}]);
      // The run got somewhere: it is not one long refusal.
      expect(statuses.get(200)).toBeGreaterThan(places.length / 4);
      expect(statuses.get(400)).toBeGreaterThan(places.length / 4);
    },
    ROUNDS * 20_000,
  );

  it("P1 OPS-12 leaves no error and no secret in the log", () => {
    const lines = logged.map((line) => JSON.parse(line) as { level: number });
    expect(lines.length).toBeGreaterThan(100);
    expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
    const text = logged.join("");
    for (const secret of ["canary-", "a password of one user", credentials.fan.authorization?.slice(7)]) {
      expect(secret !== undefined && text.includes(secret)).toBe(false);
    }
  });

  it("M1–M9 leaves nothing half done: the books balance", async () => {
    await eventually(async () => expect(await checkMessages(system.runtime.database("messaging"))).toEqual([]));
  });
});
