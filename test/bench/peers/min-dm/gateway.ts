import { createServer, type ServerResponse } from "node:http";
import { Redis } from "ioredis";
import { verifyToken } from "../kit/access-token.ts";
import { connectBus, partsOf } from "../kit/bus.ts";
import { answer, readJson, refuse } from "../kit/http.ts";
import { ready, variable } from "../kit/ready.ts";

// The bound of a paid message, gateway: node:http, one round trip to Redis for the limit, one hop on the bus.
const TIMEOUT_MS = 8_000;
const LIMIT = 1_000_000_000;
const WINDOW_SECONDS = 60;
const bus = await connectBus("min-dm-gateway", { traces: false });
const redis = new Redis(variable("REDIS_URL"));

async function isWithinLimit(key: string): Promise<boolean> {
  const [counted] = (await redis.multi().incr(key).expire(key, WINDOW_SECONDS, "NX").exec()) ?? [];
  return Number(counted?.[1]) <= LIMIT;
}

async function call(response: ServerResponse, subject: string, payload: object): Promise<void> {
  try {
    const { data } = await bus.request(subject, JSON.stringify(payload), { timeout: TIMEOUT_MS });
    const { status, body } = partsOf(data);
    answer(response, status, body);
  } catch {
    refuse(response, 503, "UPSTREAM", "service unavailable");
  }
}

const server = createServer(async (request, response) => {
  const [path = ""] = (request.url ?? "").split("?", 1);
  if (request.method !== "POST" || !path.startsWith("/api/v1/messages")) return refuse(response, 404, "NOT_FOUND", "not found");
  const claims = verifyToken(request.headers.authorization);
  const body = await readJson(request, response);
  if (body === undefined) return;
  if (!claims) return refuse(response, 401, "UNAUTHORIZED", "unauthorized");
  if (!(await isWithinLimit(`messages:${claims.sub}`))) return refuse(response, 429, "THROTTLED", "too many requests");
  if (path === "/api/v1/messages") return call(response, "messages.send", { ...(body as object), userId: claims.sub });
  const { content } = body as { readonly content?: unknown };
  return call(response, "messages.reply", { userId: claims.sub, messageId: path.split("/")[4], content });
});
server.listen(Number(variable("PORT")), "127.0.0.1", ready);
