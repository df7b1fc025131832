import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, describe, expect, it } from "@jest/globals";
import jwt from "jsonwebtoken";
import type { Exchange } from "#gateway/exchange.ts";
import { routesOf } from "#gateway/routes.ts";
import { streams } from "#gateway/stream/streams.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { createTestRuntime } from "#test/support/runtime.ts";
import { feedContracts } from "./feed.ts";

const PLACES_OF_USER = 5;

const runtime = createTestRuntime();
afterAll(() => runtime.close());

const [route] = routesOf(feedContracts);
const sessions = {
  reasonOf: async () => null,
  hint: () => undefined,
  isFresh: () => true,
  start: () => undefined,
  stop: () => undefined,
};
const invoke = async () => ({ events: [], position: "0", more: false });

/** A request of a user whose client is there, or has gone while the request was being admitted. */
function exchangeOf(userId: string, destroyed: boolean): { exchange: Exchange; closes(): void } {
  const token = jwt.sign({ exp: Math.floor(Date.now() / 1_000) + 900 }, "any");
  const answer = { destroyed, writableEnded: false, writeHead: () => undefined, write: () => true, end: () => undefined };
  const response = Object.assign(new EventEmitter(), answer);
  const exchange: Partial<Exchange> = {
    request: { headers: { authorization: `Bearer ${token}` } } as IncomingMessage,
    response: response as unknown as ServerResponse,
    caller: { userId, sessionId: uuid(), roles: [], accountStatus: "ACTIVE" },
    bodiless: false,
  };
  return { exchange: exchange as Exchange, closes: () => void response.emit("close") };
}

describe("places of streams", () => {
  it("are not used up by clients that went before their stream began", async () => {
    if (!route) throw new Error("no route");
    const book = streams({ runtime, invoke, sessions });
    const userId = uuid();
    for (let times = 0; times < 2 * PLACES_OF_USER; times++) await book.open(exchangeOf(userId, true).exchange, route, {});
    const held = Array.from({ length: PLACES_OF_USER }, () => exchangeOf(userId, false));
    for (const { exchange } of held) await book.open(exchange, route, {});
    await expect(book.open(exchangeOf(userId, false).exchange, route, {})).rejects.toMatchObject({ key: "error.throttled" });
    held[0]?.closes();
    await book.open(exchangeOf(userId, false).exchange, route, {});
    book.stop();
  });
});
