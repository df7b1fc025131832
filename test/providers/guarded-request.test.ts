import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { guardedRequest } from "#libs/providers/guarded-request.ts";
import { within } from "../support/within.ts";
import { PRIVATE_ADDRESSES, testHost } from "./host.ts";

const UPGRADE = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n";

const closed: Promise<unknown>[] = [];
const server = createServer((socket: Socket) => {
  closed.push(once(socket, "close"));
  socket.on("error", () => undefined);
  socket.once("data", () => socket.write(UPGRADE));
});
beforeAll(() => once(server.listen(0, "127.0.0.1"), "listening"));
afterAll(() => void server.close());

it("API10 a provider that switches protocols has sent a bad answer, and its connection is closed", async () => {
  const { config } = testHost({}, PRIVATE_ADDRESSES);
  const send = guardedRequest({ slot: "oauth", config, maxAnswerBytes: 1_024 });
  const { port } = server.address() as AddressInfo;
  const answer = send(`http://127.0.0.1:${port}/`, { method: "GET", headers: {} });
  await expect(within(10_000, answer)).rejects.toMatchObject({ message: "provider oauth: BAD_ANSWER (HTTP_101)" });
  await within(10_000, Promise.all(closed));
  expect(closed).toHaveLength(1);
});
