import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect as connectPlain, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectTls, createServer as createTlsServer } from "node:tls";
import { makeKeys } from "#deploy/keys/make-keys.ts";
import { callerSeals } from "#libs/contract-kit/caller.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { refusalOf } from "#libs/platform/broker/packet-check.ts";
import { busIdentity } from "#libs/platform/bus/bus-identity.ts";
import { LOCAL_CERTIFICATE } from "../support/local-certificate.ts";
import { PROVEN } from "../support/sealed-call.ts";
import { type BusTraffic, countTraffic } from "./packets.ts";

/** A call with its parameters and meta. */
const PACKET_BYTES = 600;
const NAMESPACE = "trust";
/** A packet goes from its sender to the bus server, and from there to its receiver. */
const LINKS = 2;
const MAX_SHARE = 0.05;

/**
 * Processor time in microseconds, of all processes, from a quiet run on two cores. SPD-01 allows 0.55 of the handwritten service's time for
 * a visit (636). SPD-04 allows 1.4 of the tuned one's time for a paid message and its reply (12,500).
 */
const ALLOWED = { visit: 0.55 * 636, paidRound: 1.4 * 12_500 } as const;

/** Microseconds of processor time. */
interface Prices {
  /** Adds the sender to the subject, and compares the packet with it. */
  readonly name: number;
  /** Encrypts and decrypts a packet once. */
  readonly tls: number;
  readonly seal: number;
  readonly open: number;
}

/** Prints the cost of process identity, and returns whether it stays below 5 % of the processor time that requests may take. */
export async function measureTrust(): Promise<boolean> {
  const traffic = await countTraffic();
  const prices = { name: nameInSubject(), tls: await tls(), ...(await seals()) };
  const text = Object.entries(prices).map(([name, price]) => `${name} ${price.toFixed(1)}`);
  console.log(`µs of processor time: ${text.join(", ")}`);
  const shares = (["visit", "paidRound"] as const).map((kind) => shareOf(kind, traffic[kind], prices));
  return shares.every((share) => share <= MAX_SHARE);
}

function shareOf(kind: keyof typeof ALLOWED, traffic: BusTraffic, prices: Prices): number {
  const { calls, facts, deliveries, seals: sealed } = traffic;
  const named = calls * 2;
  const packets = named + (facts + deliveries) * 2;
  const opened = sealed === 0 ? 0 : calls;
  const cost = named * prices.name + packets * LINKS * prices.tls + sealed * prices.seal + opened * prices.open;
  const share = cost / ALLOWED[kind];
  const counts = `${named} named packets, ${packets} packets, ${sealed} seals made, ${opened} opened`;
  console.log(
    `${kind}: ${counts}: ${cost.toFixed(0)} of ${ALLOWED[kind].toFixed(0)} µs, ${(share * 100).toFixed(1)} % (${MAX_SHARE * 100} % at most)`,
  );
  return share;
}

/** The minimum of several runs, because other work on the machine only adds time. */
function leastMicroseconds(runs: number, times: number, work: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) {
    const before = process.cpuUsage();
    for (let time = 0; time < times; time += 1) work();
    least = Math.min(least, spentSince(before) / times);
  }
  return least;
}

function spentSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function nameInSubject(): number {
  const [prefix, nodeID] = [`MOL-${NAMESPACE}`, "messaging.0123456789ab"];
  const receiver = { prefix, nodeID, hosts: { account: "account" }, askedFor: () => "account.getMe" };
  const packet = { sender: "gateway.0123456789ab", action: "messaging.sendMessage", id: uuid() };
  const topic = `${prefix}.REQB.messaging.sendMessage`;
  return leastMicroseconds(20, 20_000, () => {
    const incoming = { kind: "REQ", subject: `${topic}.from.gateway`, hasHeaders: false, packet };
    if (refusalOf(incoming, receiver)) throw new Error("refused");
  });
}

/** The extra cost of a packet over an encrypted connection, compared with a plain one, both ends together. */
async function tls(): Promise<number> {
  const plain = createServer();
  const encrypted = createTlsServer({ key: LOCAL_CERTIFICATE.key, cert: LOCAL_CERTIFICATE.cert });
  const [plainPort, tlsPort] = [await listening(plain), await listening(encrypted)];
  const costs: [number[], number[]] = [[], []];
  for (let run = 0; run < 10; run += 1) {
    costs[0].push(await packetsOver(plain, "connection", () => connectPlain(plainPort, "127.0.0.1")));
    costs[1].push(
      await packetsOver(encrypted, "secureConnection", () =>
        connectTls({ port: tlsPort, host: "127.0.0.1", ca: LOCAL_CERTIFICATE.cert, servername: "localhost" }),
      ),
    );
  }
  plain.close();
  encrypted.close();
  return Math.max(0, Math.min(...costs[1]) - Math.min(...costs[0]));
}

/** Microseconds for each of many packets that follow one another. */
function packetsOver(server: Server, event: string, open: () => Socket): Promise<number> {
  const [packets, packet] = [5_000, Buffer.alloc(PACKET_BYTES)];
  return new Promise((resolve, reject) => {
    let before = process.cpuUsage();
    let received = 0;
    server.once(event, (peer: Socket) => {
      before = process.cpuUsage();
      peer
        .on("error", () => undefined)
        .on("data", ({ length }) => {
          const known = Math.floor(received / PACKET_BYTES);
          received += length;
          if (received >= packets * PACKET_BYTES) {
            socket.destroy();
            resolve(spentSince(before) / packets);
          } else if (Math.floor(received / PACKET_BYTES) > known) socket.write(packet);
        });
      socket.write(packet);
    });
    const socket = open().setNoDelay(true).on("error", reject);
  });
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** Uses the keys of a cluster: a paid message is sealed for every process in the closure of its calls. */
async function seals(): Promise<{ seal: number; open: number }> {
  const folder = mkdtempSync(join(tmpdir(), "trust-"));
  try {
    await makeKeys({ folder, namespace: NAMESPACE, databasePrefix: NAMESPACE });
    const sealsOf = (process: string) => {
      const files = { natsServers: ["nats://127.0.0.1:1"], natsCaFile: join(folder, "ca.pem") };
      const keys = { processKeysFile: join(folder, `${process}.json`), keysRosterFile: join(folder, "roster.json") };
      const { seal, roster, process: name } = busIdentity({ ...files, ...keys }, process);
      if (!seal || !roster) throw new Error("no keys");
      return callerSeals({ process: name, ...seal, plan: roster });
    };
    const [gateway, messaging] = [sealsOf("gateway"), sealsOf("messaging")];
    const caller = { userId: uuid(), sessionId: uuid(), roles: ["USER"], accountStatus: "ACTIVE", ...PROVEN };
    const purpose = { action: "messaging.sendMessage", requestId: uuid() };
    const sealed = gateway.seal(caller, purpose);
    if (!messaging.open(sealed, purpose)) throw new Error("not opened");
    return {
      seal: leastMicroseconds(10, 2_000, () => gateway.seal(caller, purpose)),
      open: leastMicroseconds(10, 2_000, () => messaging.open(sealed, purpose)),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
