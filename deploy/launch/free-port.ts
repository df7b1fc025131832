import { randomInt } from "node:crypto";
import { connect, createServer } from "node:net";
import { networkInterfaces } from "node:os";

/**
 * Below the ports that the kernel assigns to outgoing connections. A server that restarts must find its port free. A client that connects
 * to a closed port of that range may be connected to itself.
 */
const FIRST = 15_000;
const LAST = 32_000;
const MAX_TRIES = 100;

/** The first of a number of consecutive free loopback ports. Throws when there are none. */
export async function freePort(count = 1): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const first = randomInt(FIRST, LAST);
    const ports = Array.from({ length: count }, (_, index) => first + index);
    if ((await Promise.all(ports.map((port) => isFree(port)))).every(Boolean)) return first;
  }
  throw new Error(`no free port from ${FIRST} to ${LAST}`);
}

/** The port of the last start, which clients may still use, or a free one. */
export async function sameOrFreePort(former: number | null): Promise<number> {
  return former !== null && (await isFree(former)) ? former : freePort();
}

/** Whether a process could listen on a port; true for 0, which stands for any. `localhost` is both loopback addresses. */
export async function isFree(port: number, host = "127.0.0.1"): Promise<boolean> {
  if (host === "localhost") return (await isFree(port, "127.0.0.1")) && ((await isFree(port, "::1")) || !hasIPv6());
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}

function hasIPv6(): boolean {
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === "::1"));
}

/** Whether a server accepts connections on a port of 127.0.0.1. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const finish = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.once("connect", () => finish(true));
    socket.once("error", () => finish(false));
  });
}
