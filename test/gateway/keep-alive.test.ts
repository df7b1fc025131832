import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "@jest/globals";
import { type HttpServer, httpServer } from "#gateway/http/http-server.ts";
import { validationErrorOf } from "#libs/platform/config/key.ts";
import { entryOf } from "#libs/platform/config/keys/index.ts";
import { startTestSystem } from "../support/test-system.ts";

const REQUEST = "GET / HTTP/1.1\r\nHost: example.org\r\n\r\n";

let server: HttpServer | null = null;
const clients: Socket[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await server?.stop();
  server = null;
});

/** Sends a request on a connection of its own, and reads the headers of the answer. */
async function ask(port: number): Promise<{ readonly client: Socket; readonly head: string }> {
  const client = connect(port, "127.0.0.1");
  clients.push(client);
  client.write(REQUEST);
  const [head] = await once(client, "data");
  return { client, head: String(head) };
}

describe("idle connections", () => {
  it("FLD-29 stay open for longer than the 60 seconds of a balancer, as the answer says", async () => {
    server = httpServer((_request, response) => void response.end());
    const port = await server.listen(0, "127.0.0.1");
    const { client, head } = await ask(port);
    expect(head).toContain("Keep-Alive: timeout=75,");
    client.write(REQUEST);
    expect(String((await once(client, "data"))[0])).toMatch(/^HTTP\/1.1 200/);
  });

  it("FLD-29 are closed after their time, which each new connection reads anew", async () => {
    let milliseconds = 120_000;
    server = httpServer((_request, response) => void response.end(), { keepAliveMs: () => milliseconds });
    const port = await server.listen(0, "127.0.0.1");
    const { client, head } = await ask(port);
    expect(head).toContain("Keep-Alive: timeout=120,");
    milliseconds = 1;
    await ask(port);
    client.write(REQUEST);
    await once(client, "data");
    await once(client, "close");
  });

  it("FLD-29 are closed first when the server stops, while the others finish their request", async () => {
    const slow = Promise.withResolvers<ServerResponse>();
    let requests = 0;
    server = httpServer((_request, response) => {
      requests += 1;
      if (requests <= 3) response.end();
      else slow.resolve(response);
    });
    const port = await server.listen(0, "127.0.0.1");
    const idle = [await ask(port), await ask(port), await ask(port)];
    const answer = ask(port);
    const response = await slow.promise;
    const closed = idle.map(({ client }) => once(client, "close"));
    const stopped = server.stop();
    await Promise.all(closed);
    response.end("late");
    expect((await answer).head).toMatch(/^HTTP\/1.1 200[\s\S]*Connection: close/);
    await stopped;
    server = null;
  });

  it("FLD-29 live as long as the setting says", async () => {
    const system = await startTestSystem({ configOverrides: new Map([["CONFIG_GATEWAY_KEEP_ALIVE_SECONDS", "240"]]) });
    const reply = await fetch(`${system.base}/health/live`);
    expect(reply.headers.get("keep-alive")).toMatch(/^timeout=240\b/);
    await system.stop();
    const entry = entryOf("gateway.keep_alive_seconds");
    expect([1, 5, 75, 3_600, 3_601].map((value) => validationErrorOf(entry, value) === null)).toEqual([false, true, true, true, false]);
  });
});
