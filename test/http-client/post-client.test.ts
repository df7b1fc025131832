import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "@jest/globals";
import { wait } from "#libs/kernel/wait.ts";
import { subnetsOf } from "#libs/platform/http-client/address-rules.ts";
import { egressGuard, type Resolve } from "#libs/platform/http-client/egress-guard.ts";
import { type PostClient, type PostOutcome, postClient } from "#libs/platform/http-client/post-client.ts";
import { within } from "../support/within.ts";
import { type Receiver, startReceiver, withStatus } from "../webhook/receiver.ts";
import { CERTIFIED_HOST, EXPIRED, GOOD } from "./certificates.ts";

const MAX_ANSWER_BYTES = 64 * 1024;
const closers: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function receiver(tls?: typeof GOOD): Promise<Receiver> {
  const started = await startReceiver(tls ? { tls } : {});
  closers.push(() => started.stop());
  return started;
}

function client(ca?: string): PostClient {
  const created = postClient({ ca });
  closers.push(() => created.close());
  return created;
}

/** A server that handles each connection with a function. */
async function rawServer(serve: (socket: Socket) => void): Promise<{ url: string; server: Server; bytesSent(): number }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined);
    socket.once("data", () => serve(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, server, bytesSent: () => sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0) };
}

const loopback = subnetsOf(["127.0.0.0/8"]);

interface PostOptions {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly resolve?: Resolve;
  readonly by?: PostClient;
}

async function post(url: string, { timeoutMs = 2_000, signal, resolve, by = client() }: PostOptions = {}): Promise<PostOutcome> {
  const destination = await egressGuard({ allowedSubnets: loopback, resolve }).check(url);
  const request = { destination, headers: { "x-one": "1" }, body: '{"ü":1}', timeoutMs, maxAnswerBytes: MAX_ANSWER_BYTES, signal };
  return by.post(request);
}

const toLoopback: Resolve = async () => [{ address: "127.0.0.1", family: 4 }];

describe("a request to a checked destination", () => {
  it("WHK-13 sends the body unchanged, with its length in bytes", async () => {
    const to = await receiver();
    expect(await post(to.url)).toMatchObject({ status: 204, retryAfter: null });
    expect(to.received[0]).toMatchObject({ body: '{"ü":1}', headers: { "content-length": "8", "x-one": "1" } });
  });

  it("WHK-16 does not resolve the host again after the check", async () => {
    const [checked, other] = [await receiver(), await receiver()];
    let lookups = 0;
    const rebinding: Resolve = async () => {
      lookups += 1;
      return lookups === 1 ? [{ address: "127.0.0.1", family: 4 }] : [{ address: "127.0.0.2", family: 4 }];
    };
    const outcome = await post(`http://rebinding.example:${checked.port}/`, { resolve: rebinding });
    expect([outcome.status, lookups]).toEqual([204, 1]);
    expect(checked.received[0]?.headers.host).toBe(`rebinding.example:${checked.port}`);
    expect(other.connections()).toBe(0);
  });

  it("WHK-16 connects to the checked address by TLS and verifies the certificate of the host", async () => {
    const to = await receiver(GOOD);
    const url = `https://${CERTIFIED_HOST}:${to.port}/`;
    expect(await post(url, { resolve: toLoopback, by: client(GOOD.cert) })).toMatchObject({ status: 204 });
    expect(to.received[0]?.headers.host).toBe(`${CERTIFIED_HOST}:${to.port}`);
    expect(await post(url, { resolve: toLoopback })).toMatchObject({ status: null, failure: "TLS" });
    const elsewhere = `https://other.example.test:${to.port}/`;
    expect(await post(elsewhere, { resolve: toLoopback, by: client(GOOD.cert) })).toMatchObject({ status: null, failure: "TLS" });
    const late = await receiver(EXPIRED);
    const expired = await post(`https://${CERTIFIED_HOST}:${late.port}/`, { resolve: toLoopback, by: client(EXPIRED.cert) });
    expect(expired).toMatchObject({ status: null, failure: "TLS" });
    expect(to.received).toHaveLength(1);
    expect(late.received).toHaveLength(0);
  });

  it("WHK-17 returns a redirect as the answer and does not follow it", async () => {
    const [to, elsewhere] = [await receiver(), await receiver()];
    for (const location of [elsewhere.url, to.url, "file:///etc/passwd", "http://169.254.169.254/"]) {
      to.answer(withStatus(302, { location }));
      expect(await post(to.url)).toMatchObject({ status: 302 });
    }
    expect([to.received.length, elsewhere.connections()]).toEqual([4, 0]);
  });

  it("WHK-14 returns a code for the reason why there was no answer", async () => {
    const stoppedReceiver = await receiver();
    await stoppedReceiver.stop();
    expect(await post(stoppedReceiver.url)).toMatchObject({ status: null, failure: "REFUSED" });
    const closing = await rawServer((socket) => void socket.destroy());
    expect(await post(closing.url)).toMatchObject({ status: null, failure: "RESET" });
    const nonsense = await rawServer((socket) => void socket.end("SSH-2.0-OpenSSH_9.2\r\n"));
    expect(await post(nonsense.url)).toMatchObject({ status: null, failure: "MALFORMED_ANSWER" });
    const wordy = await rawServer((socket) => void socket.end(`HTTP/1.1 200 OK\r\nx: ${"x".repeat(100_000)}\r\n\r\n`));
    expect(await post(wordy.url)).toMatchObject({ status: null, failure: "MALFORMED_ANSWER" });
  });

  it("WHK-14 E24 ends in time when a receiver does not answer or sends one byte at a time", async () => {
    const silent = await rawServer(() => undefined);
    const first = await within(1_500, post(silent.url, { timeoutMs: 300 }));
    expect(first).toMatchObject({ status: null, failure: "TIMEOUT" });
    const drip = await rawServer((socket) => {
      const timer = setInterval(() => socket.write("H"), 50);
      socket.once("close", () => clearInterval(timer));
    });
    const second = await within(1_500, post(drip.url, { timeoutMs: 300 }));
    expect(second.status).toBeNull();
    const slowBody = await rawServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n");
      const timer = setInterval(() => socket.write("x"), 50);
      socket.once("close", () => clearInterval(timer));
    });
    const third = await within(1_500, post(slowBody.url, { timeoutMs: 300 }));
    expect(third).toMatchObject({ status: 200 });
  });

  it("E24 reads 64 KiB of an endless answer, and returns the status of one that breaks off", async () => {
    const endless = await rawServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 104857600\r\n\r\n");
      const more = () => {
        while (!socket.destroyed && socket.write(Buffer.alloc(16_384, 120)));
      };
      socket.on("drain", more);
      more();
    });
    const outcome = await within(1_500, post(endless.url));
    expect(outcome).toMatchObject({ status: 200 });
    expect(endless.bytesSent()).toBeLessThan(16 * 1024 * 1024);
    const breaking = await rawServer((socket) => void socket.end("HTTP/1.1 500 Oops\r\ncontent-length: 1000\r\n\r\nhalf"));
    expect(await post(breaking.url)).toMatchObject({ status: 500 });
  });

  it("WHK-14 E24 returns a protocol upgrade as a malformed answer, without waiting", async () => {
    const upgrade = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n";
    const switching = await rawServer((socket) => void socket.write(upgrade));
    const outcome = await Promise.race([post(switching.url, { timeoutMs: 300 }), wait(3_000)]);
    expect(outcome).toMatchObject({ status: null, failure: "MALFORMED_ANSWER" });
  });

  it("ends at once when it is aborted", async () => {
    const silent = await rawServer(() => undefined);
    const halt = new AbortController();
    setTimeout(() => halt.abort(), 50);
    expect(await post(silent.url, { signal: halt.signal })).toMatchObject({ status: null, failure: "ABORTED" });
  });

  it("reuses a connection, and opens another one when it was closed in the meantime", async () => {
    const to = await receiver();
    const by = client();
    expect(await post(to.url, { by })).toMatchObject({ status: 204 });
    expect(await post(to.url, { by })).toMatchObject({ status: 204 });
    expect(to.connections()).toBe(1);
    let connections = 0;
    const closing = await rawServer((socket) => {
      connections += 1;
      socket.write("HTTP/1.1 204 No Content\r\n\r\n");
      // The next request on this connection finds it closed.
      socket.once("data", () => socket.resetAndDestroy());
    });
    expect(await post(closing.url, { by })).toMatchObject({ status: 204 });
    expect(await post(closing.url, { by })).toMatchObject({ status: 204 });
    expect(connections).toBe(2);
  });
});
