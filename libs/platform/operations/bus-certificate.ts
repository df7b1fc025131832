import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { connect as connectTls } from "node:tls";
import { MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { elapsedMs } from "#libs/kernel/timers.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";

const READ_EVERY_MS = 10 * MINUTE;
const READ_AGAIN_MS = MINUTE;
const TIMEOUT_MS = 3_000;
const NATS_PORT = 4222;

/**
 * Sets the gauge for the certificates of the bus. They are the authority's certificate in the file of this process, and those that the
 * servers present now. A server may not have loaded a renewed file yet. Never rejects.
 */
export function busCertificateGauge({ env, logger, metrics }: Pick<Runtime, "env" | "logger" | "metrics">): () => Promise<void> {
  let dueAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const { natsCaFile, natsServers } = env;
    if (natsCaFile === null || elapsedMs() < dueAt) return;
    try {
      const ends = await Promise.all([endInFile(natsCaFile), ...natsServers.map(endAtServer)]);
      metrics.busCertificateExpiry.set(Math.min(...ends.map(Number)) / SECOND);
      dueAt = elapsedMs() + READ_EVERY_MS;
    } catch (error) {
      metrics.busCertificateExpiry.remove();
      dueAt = elapsedMs() + READ_AGAIN_MS;
      logger.warn({ err: error }, "certificate of the bus cannot be read; trying again in a minute");
    }
  };
}

async function endInFile(file: string): Promise<Date> {
  return new Date(new X509Certificate(await readFile(file)).validTo);
}

/** The expiry of the certificate that a NATS server presents. */
function endAtServer(url: string): Promise<Date> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || NATS_PORT) });
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    socket.setTimeout(TIMEOUT_MS, () => fail(new Error(`${hostname} shows no certificate`)));
    socket.once("error", fail);
    socket.once("close", () => reject(new Error(`${hostname} has closed the connection`)));
    // The server sends first; then both sides start TLS. We only read the expiry, so an expired certificate is accepted here.
    socket.once("data", () => {
      const secured = connectTls({ socket, rejectUnauthorized: false }, () => {
        resolve(new Date(secured.getPeerCertificate().valid_to));
        secured.destroy();
      }).once("error", fail);
    });
  });
}
