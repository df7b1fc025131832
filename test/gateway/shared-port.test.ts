import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "@jest/globals";
import { type HttpServer, httpServer } from "#gateway/http/http-server.ts";

const CLIENTS = 64;
/** A single socket would need one event loop turn per client. */
const MAX_TURNS = 32;
/** While the event loop is busy, the system completes all connections. */
const BUSY_MS = 200;

let server: HttpServer | null = null;
const clients: Socket[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await server?.stop();
  server = null;
});

describe("the port of the gateway", () => {
  it("LOD-05 many clients that connect at once are accepted within a few turns of the event loop", async () => {
    let accepted = 0;
    const admits = () => {
      accepted += 1;
      return true;
    };
    server = httpServer((_request, response) => void response.end(), { caps: { admits } });
    const port = await server.listen(0, "127.0.0.1");
    clients.push(...Array.from({ length: CLIENTS }, () => connect(port, "127.0.0.1")));
    const until = performance.now() + BUSY_MS;
    while (performance.now() < until);
    let turns = 0;
    while (accepted < CLIENTS) {
      await new Promise((resolve) => setImmediate(resolve));
      turns += 1;
    }
    expect(turns).toBeLessThanOrEqual(MAX_TURNS);
  });

  it("LOD-05 the port is refused to a second server, as that of one socket is", async () => {
    server = httpServer((_request, response) => void response.end());
    const port = await server.listen(0, "127.0.0.1");
    const second = httpServer(() => undefined);
    await expect(second.listen(port, "127.0.0.1")).rejects.toThrow("EADDRINUSE");
    await second.stop();
    const plain = createServer();
    const failure = new Promise((resolve) => plain.once("error", resolve));
    plain.listen(port, "127.0.0.1");
    expect(await failure).toMatchObject({ code: "EADDRINUSE" });
  });

  it("LOD-05 the port answers malformed requests on each of its sockets with the error envelope", async () => {
    server = httpServer((_request, response) => void response.end());
    const port = await server.listen(0, "127.0.0.1");
    const answers = Array.from({ length: CLIENTS }, async () => {
      const client = connect(port, "127.0.0.1");
      clients.push(client);
      client.end("no HTTP\r\n\r\n");
      return Buffer.concat(await client.toArray()).toString();
    });
    for (const answer of await Promise.all(answers)) expect(answer).toContain('"i18nKey":"error.validation_failed"');
  });
});
