import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, describe, expect, it } from "@jest/globals";
import jwt from "jsonwebtoken";
import type { RequestContext } from "#gateway/request/request-context.ts";
import { routesOf } from "#gateway/routing/routes.ts";
import { streams } from "#gateway/stream/streams.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { createTestRuntime } from "../support/runtime.ts";
import { PROVEN } from "../support/sealed-call.ts";
import { feedContracts } from "./feed.ts";

const MAX_STREAMS_PER_USER = 5;

const runtime = createTestRuntime();
afterAll(() => runtime.close());

const [route] = routesOf(feedContracts);
const revokedSessions = {
  reasonOf: async () => null,
  applyHint: () => undefined,
  applyCount: () => undefined,
  isFresh: () => true,
  start: () => undefined,
  stop: () => undefined,
};
const adminSessions = { callerOf: async () => null, watch: async () => null, applyHint: () => undefined };
const callAction = async () => ({ events: [], position: "0", more: false });

/** A request of a user; `destroyed`: its client disconnected before the stream opened. */
function contextOf(userId: string, destroyed: boolean): { context: RequestContext; disconnect(): void } {
  const token = jwt.sign({ exp: Math.floor(Date.now() / SECOND) + 900 }, "any");
  const methods = { writeHead: () => undefined, write: () => true, end: () => undefined };
  const response = Object.assign(new EventEmitter(), { destroyed, writableEnded: false, ...methods });
  const context: Partial<RequestContext> = {
    request: { headers: { authorization: `Bearer ${token}` } } as IncomingMessage,
    response: response as unknown as ServerResponse,
    caller: { userId, sessionId: uuid(), roles: [], accountStatus: "ACTIVE", ...PROVEN },
    isHead: false,
  };
  return { context: context as RequestContext, disconnect: () => void response.emit("close") };
}

describe("the streams that a user may have", () => {
  it("streams of clients that disconnected before their stream opened do not count", async () => {
    if (!route) throw new Error("no route");
    const userStreams = streams({ runtime, callAction, revokedSessions, adminSessions });
    const userId = uuid();
    for (let times = 0; times < 2 * MAX_STREAMS_PER_USER; times++) await userStreams.open(contextOf(userId, true).context, route, {}, null);
    const connected = Array.from({ length: MAX_STREAMS_PER_USER }, () => contextOf(userId, false));
    for (const { context } of connected) await userStreams.open(context, route, {}, null);
    await expect(userStreams.open(contextOf(userId, false).context, route, {}, null)).rejects.toMatchObject({ key: "error.throttled" });
    connected[0]?.disconnect();
    await userStreams.open(contextOf(userId, false).context, route, {}, null);
    userStreams.stop();
  });
});
