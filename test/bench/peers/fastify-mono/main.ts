import Fastify from "fastify";
import { verifyToken } from "../kit/access-token.ts";
import { failure, success } from "../kit/envelope.ts";
import { listNotifications, listQuery } from "../kit/notifications.ts";
import { clientAddress, isWithinLimit } from "../kit/rate-limit.ts";
import { ready, variable } from "../kit/ready.ts";
import { openStore } from "../kit/store.ts";
import { isStored, sessionRow, type Visit } from "../kit/visit.ts";

// One process without a bus: Fastify with JSON schemas for bodies and answers, and the driver of MongoDB.
const store = await openStore();
const app = Fastify({ bodyLimit: 65_536 });

app.addHook("onRequest", async (request, reply) => {
  const key = clientAddress(request.headers, request.ip) + request.routeOptions.url;
  if (!isWithinLimit(key)) return reply.code(429).send(failure("THROTTLED", "too many requests"));
});

app.setErrorHandler<Error & { validation?: { message?: string }[]; statusCode?: number }>((error, _request, reply) => {
  if (!error.validation) return reply.code(error.statusCode ?? 500).send(failure("INTERNAL", "internal"));
  const details = error.validation.map(({ message }) => message ?? "");
  return reply.code(400).send(failure("VALIDATION", "validation failed", details));
});

const text = { type: "string" } as const;
const required = { type: "string", minLength: 1 } as const;
const upTo = (maxLength: number) => ({ type: "string", maxLength }) as const;
const uuid = { type: "string", pattern: "^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$" } as const;
const pixels = { type: "integer", minimum: 0, maximum: 7680 } as const;

const visit = {
  type: "object",
  required: ["visitorId", "landingPage"],
  properties: {
    visitorId: required,
    landingPage: required,
    consentAnalytics: upTo(50),
    bioPageId: uuid,
    creatorId: uuid,
    referrer: text,
    utmSource: text,
    utmMedium: text,
    utmCampaign: text,
    utmTerm: text,
    utmContent: text,
    device: text,
    browser: text,
    os: text,
    osVersion: upTo(20),
    screenWidth: pixels,
    screenHeight: pixels,
    connectionType: upTo(20),
    timezone: upTo(50),
    language: text,
    trackingToken: text,
  },
} as const;

const begun = {
  type: "object",
  properties: {
    success: { type: "boolean" },
    data: { type: "object", properties: { id: { type: ["string", "null"] }, createdAt: { type: "string", format: "date-time" } } },
  },
} as const;

app.post<{ Body: Visit }>("/api/v1/analytics/session", { schema: { body: visit, response: { 200: begun } } }, async ({ body, headers }) => {
  const userAgent = headers["user-agent"] ?? "";
  if (!isStored(body, userAgent)) return success({ id: null });
  const row = sessionRow(body, userAgent);
  try {
    await store.sessions.insertOne(row);
  } catch {
    return success({ id: null });
  }
  return success({ id: row._id, createdAt: row.createdAt });
});

app.get<{ Querystring: Record<string, string> }>("/api/v1/notifications", async ({ headers, query }, reply) => {
  const claims = verifyToken(headers.authorization);
  if (!claims) return reply.code(401).send(failure("UNAUTHORIZED", "unauthorized"));
  return success(await listNotifications(store, claims.sub, listQuery(query)));
});

await app.listen({ port: Number(variable("PORT")), host: "127.0.0.1" });
ready();
