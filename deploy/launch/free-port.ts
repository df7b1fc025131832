import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Below the ports that the kernel gives to outgoing connections: a server that restarts must find its port free, and a client
 * that knocks at a closed port of that range may be connected with itself.
 */
const FIRST = 15_000;
const LAST = 32_000;
const MOST_TRIES = 100;

/** The first of so many consecutive ports of the loopback interface that nobody uses right now. Throws when it finds none. */
export async function freePort(count = 1): Promise<number> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const first = randomInt(FIRST, LAST);
    const ports = Array.from({ length: count }, (_, index) => first + index);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first;
  }
  throw new Error(`no free port from ${FIRST} to ${LAST}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
