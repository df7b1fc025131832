import { createServer, type ServerResponse } from "node:http";
import { verifyToken } from "../kit/access-token.ts";
import { connectBus, partsOf } from "../kit/bus.ts";
import { answer, readJson, refuse } from "../kit/http.ts";
import { clientAddress, isWithinLimit } from "../kit/rate-limit.ts";
import { isTuned, ready, variable } from "../kit/ready.ts";

// A gateway written by hand: node:http and the NATS client, no framework, no router, one switch.
const TIMEOUT_MS = 3_000;
const bus = await connectBus("min-nats-gateway", { traces: true });

async function call(response: ServerResponse, subject: string, payload: object): Promise<void> {
  try {
    const { data } = await bus.request(subject, JSON.stringify(payload), { timeout: TIMEOUT_MS });
    const { status, body } = partsOf(data);
    answer(response, status, body);
  } catch {
    refuse(response, 503, "UPSTREAM", "service unavailable");
  }
}

// Tuned: visits that arrive while requests are in flight on the bus share the next one. Each answer still waits for its own row.
const MAX_UNDER_WAY = 4;
const MAX_IN_BATCH = 64;
interface WaitingVisit {
  readonly response: ServerResponse;
  readonly payload: object;
}
const waiting: WaitingVisit[] = [];
let underWay = 0;

async function sendBatches(): Promise<void> {
  underWay += 1;
  while (waiting.length > 0) {
    const batch = waiting.splice(0, MAX_IN_BATCH);
    try {
      const reply = await bus.request("analytics.sessions", JSON.stringify(batch.map(({ payload }) => payload)), { timeout: TIMEOUT_MS });
      const answers = reply.json<[number, string][]>();
      for (const [index, { response }] of batch.entries()) answer(response, ...(answers[index] ?? [500, ""]));
    } catch {
      for (const { response } of batch) refuse(response, 503, "UPSTREAM", "service unavailable");
    }
  }
  underWay -= 1;
}

async function beginVisit(response: ServerResponse, payload: object): Promise<void> {
  if (!isTuned) return call(response, "analytics.session", payload);
  waiting.push({ response, payload });
  if (underWay < MAX_UNDER_WAY) await sendBatches();
}

const server = createServer(async (request, response) => {
  const { method, headers, socket, url = "" } = request;
  const mark = url.indexOf("?");
  const path = mark < 0 ? url : url.slice(0, mark);
  if (!isWithinLimit(clientAddress(headers, socket.remoteAddress) + path)) return refuse(response, 429, "THROTTLED", "too many requests");
  if (method === "POST" && path === "/api/v1/analytics/session") {
    const body = await readJson(request, response);
    return body === undefined ? undefined : beginVisit(response, { body, userAgent: headers["user-agent"] ?? "" });
  }
  if (method !== "GET") return refuse(response, 404, "NOT_FOUND", "not found");
  const isPersonal = path === "/api/v1/notifications";
  const claims = isPersonal || path.startsWith("/api/v1/admin/") ? verifyToken(headers.authorization) : null;
  if (claims === null && (isPersonal || path.startsWith("/api/v1/admin/"))) return refuse(response, 401, "UNAUTHORIZED", "unauthorized");
  if (!isPersonal) return call(response, "texts.read", { path });
  const query = Object.fromEntries(new URLSearchParams(mark < 0 ? "" : url.slice(mark + 1)));
  return call(response, "notifications.list", { userId: claims?.sub, query });
});
server.listen(Number(variable("PORT")), "127.0.0.1", ready);
