import type { Msg } from "@nats-io/transport-node";
import { connectBus, respond } from "../kit/bus.ts";
import { failure, success } from "../kit/envelope.ts";
import { type Count, listNotifications, listQuery } from "../kit/notifications.ts";
import { isTuned, ready } from "../kit/ready.ts";
import { openStore } from "../kit/store.ts";
import { brokenRules, isStored, type SessionRow, sessionRow, type Visit } from "../kit/visit.ts";

// A service written by hand: subscriptions of the NATS client and the MongoDB driver.
const store = await openStore();
const bus = await connectBus("min-nats-service", { traces: true });

interface VisitCall {
  readonly body: Visit;
  readonly userAgent: string;
}

const serve = (subject: string, handle: (message: Msg) => Promise<void>) =>
  bus.subscribe(subject, {
    queue: subject,
    callback: (_error, message) => {
      handle(message).catch(() => respond(message, 500, failure("INTERNAL", "internal")));
    },
  });

// Tuned: a row is inserted at once when no insert is in flight; rows that arrive meanwhile share the next insert. No timer delays a row.
const MAX_IN_AN_INSERT = 500;
interface WaitingRow {
  readonly row: SessionRow;
  readonly stored: PromiseWithResolvers<void>;
}
const waiting: WaitingRow[] = [];
let isInserting = false;

async function insert(row: SessionRow): Promise<void> {
  if (!isTuned) return void (await store.sessions.insertOne(row));
  const stored = Promise.withResolvers<void>();
  waiting.push({ row, stored });
  if (!isInserting) void insertWaiting();
  return stored.promise;
}

async function insertWaiting(): Promise<void> {
  isInserting = true;
  while (waiting.length > 0) {
    const group = waiting.splice(0, MAX_IN_AN_INSERT);
    try {
      await store.sessions.insertMany(
        group.map(({ row }) => row),
        { ordered: false },
      );
      for (const { stored } of group) stored.resolve();
    } catch (error) {
      for (const { stored } of group) stored.reject(error);
    }
  }
  isInserting = false;
}

serve("analytics.session", async (message) => {
  const { body, userAgent } = message.json<VisitCall>();
  const broken = brokenRules(body);
  if (broken.length > 0) return respond(message, 400, failure("VALIDATION", "validation failed", broken));
  if (!isStored(body, userAgent)) return respond(message, 200, success({ id: null }));
  const row = sessionRow(body, userAgent);
  try {
    await insert(row);
    respond(message, 200, success({ id: row._id, createdAt: row.createdAt }));
  } catch {
    respond(message, 200, success({ id: null }));
  }
});

const notStored: readonly [number, string] = [200, JSON.stringify(success({ id: null }))];

serve("analytics.sessions", async (message) => {
  const rows: SessionRow[] = [];
  const answers = message.json<VisitCall[]>().map(({ body, userAgent }): readonly [number, string] => {
    const broken = brokenRules(body);
    if (broken.length > 0) return [400, JSON.stringify(failure("VALIDATION", "validation failed", broken))];
    if (!isStored(body, userAgent)) return notStored;
    const row = sessionRow(body, userAgent);
    rows.push(row);
    return [200, JSON.stringify(success({ id: row._id, createdAt: row.createdAt }))];
  });
  try {
    if (rows.length > 0) await store.sessions.insertMany(rows, { ordered: false });
    message.respond(JSON.stringify(answers));
  } catch {
    message.respond(JSON.stringify(answers.map(([status, body]) => (status === 200 ? notStored : [status, body]))));
  }
});

// Tuned: caches the total of a list instead of counting it; a writer of notifications would have to clear it.
const totals = new Map<string, number>();
const storedCount: Count = async (filter) => {
  const key = JSON.stringify(filter);
  const total = totals.get(key) ?? (await store.notifications.countDocuments(filter));
  totals.set(key, total);
  return total;
};

interface ListCall {
  readonly userId: string;
  readonly query: Readonly<Record<string, string>>;
}

serve("notifications.list", async (message) => {
  const { userId, query } = message.json<ListCall>();
  respond(message, 200, success(await listNotifications(store, userId, listQuery(query), isTuned ? storedCount : undefined)));
});

// Caches resources that rarely change for a second, as the product's gateways do until they hear of a change.
const CACHED_MS = 1_000;
const texts = new Map<string, { readonly answer: string; readonly until: number }>();

serve("texts.read", async (message) => {
  const { path } = message.json<{ readonly path: string }>();
  const retained = texts.get(path);
  if (retained && retained.until > Date.now()) return void message.respond(retained.answer);
  const text = await store.texts.findOne({ _id: path });
  if (!text) return respond(message, 404, failure("NOT_FOUND", "not found"));
  const answer = `200${JSON.stringify(success(text.value))}`;
  texts.set(path, { answer, until: Date.now() + CACHED_MS });
  message.respond(answer);
});

await bus.flush();
ready();
