import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect, getDefaultAutoSelectFamilyAttemptTimeout, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "@jest/globals";
import { freePort } from "#deploy/launch/free-port.ts";
import { readEnv } from "#libs/platform/env/read-env.ts";
import type { ResolvedAddress } from "#libs/platform/http-client/egress-guard.ts";
import { postClient } from "#libs/platform/http-client/post-client.ts";
import { createRuntime } from "#libs/platform/runtime/create-runtime.ts";
import { eventually } from "../support/eventually.ts";
import { testEnv } from "../support/runtime.ts";
import { type ServerProcess, serverProcess } from "../support/server-process.ts";

/** Connections in this state have sent their first packet and wait for the answer. */
const SYN_SENT = "02";
const RECEIVER = 'require("node:http").createServer((q, s) => s.end()).listen({ port: +process.argv[1], host: "127.0.0.1", backlog: 1 })';
/** Discarded by every network (RFC 6666). */
const DEAD: ResolvedAddress = { address: "100::1", family: 6 };
const ALIVE: ResolvedAddress = { address: "127.0.0.1", family: 4 };

const dataDir = mkdtempSync(join(tmpdir(), "env-"));
afterAll(() => rmSync(dataDir, { recursive: true }));

let receiver: ServerProcess | null = null;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  receiver?.resume();
  await receiver?.stop("SIGKILL");
  receiver = null;
});

/** Connections to a local port that wait for the answer of the server. */
function waiting(port: number): number {
  const to = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const rows = readFileSync("/proc/net/tcp", "utf8")
    .split("\n")
    .slice(1)
    .map((line) => line.trim().split(/\s+/));
  return rows.filter(([, , remote = "", state]) => remote.endsWith(to) && state === SYN_SENT).length;
}

/** A receiver whose queue of connections is full: the next one waits about a second until its first packet is sent again. */
async function farReceiver(): Promise<number> {
  const port = await freePort();
  receiver = serverProcess(port, process.execPath, ["-e", RECEIVER, String(port)]);
  await receiver.start();
  receiver.pause();
  await eventually(() => {
    sockets.push(connect(port, "127.0.0.1").on("error", () => undefined));
    if (waiting(port) === 0) throw new Error("the queue is not full");
  });
  return port;
}

describe("a host with two addresses", () => {
  it.each([
    ["IPv4 far away, IPv6 dead", [ALIVE, DEAD]],
    ["IPv6 dead, IPv4 far away", [DEAD, ALIVE]],
  ])("FLD-30 a webhook is delivered: %s", async (_name, addresses) => {
    await createRuntime(testEnv({})).close();
    const port = await farReceiver();
    const before = waiting(port);
    const client = postClient();
    const outcome = client.post({
      destination: { url: new URL(`http://receiver.example:${port}/`), addresses },
      headers: {},
      body: "{}",
      timeoutMs: 20_000,
      maxAnswerBytes: 1_000,
    });
    await eventually(() => expect(waiting(port)).toBeGreaterThan(before));
    receiver?.resume();
    expect(await outcome).toMatchObject({ status: 200 });
    client.close();
  });

  it.each([
    [undefined, 2_000],
    ["500", 500],
  ])("FLD-30 the time for one address is a setting: %s", async (CONNECT_ATTEMPT_MS, milliseconds) => {
    const { connectAttemptMs } = readEnv({ DATA_DIR: dataDir, ...(CONNECT_ATTEMPT_MS && { CONNECT_ATTEMPT_MS }) });
    expect(connectAttemptMs).toBe(milliseconds);
    await createRuntime(testEnv({ connectAttemptMs })).close();
    expect(getDefaultAutoSelectFamilyAttemptTimeout()).toBe(milliseconds);
  });

  it.each(["0", "a second", "1.5", "90000"])("FLD-30 a start with CONNECT_ATTEMPT_MS=%s is refused", (CONNECT_ATTEMPT_MS) => {
    expect(() => readEnv({ DATA_DIR: dataDir, CONNECT_ATTEMPT_MS })).toThrow("CONNECT_ATTEMPT_MS must be a whole number");
  });
});
