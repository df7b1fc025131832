import { execFile } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { ServiceBroker, type ServiceSchema } from "moleculer";
import { connect } from "nats";
import { pino } from "pino";
import { newServerCertificate } from "#deploy/keys/certificate.ts";
import { makeOperator, retireKey, revokeKey, rotateKey } from "#deploy/keys/make-keys.ts";
import { untilStreamsAnswer } from "#deploy/keys/streams-answer.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { networkOptions } from "#libs/platform/broker/broker-options.ts";
import type { NamedTransporter } from "#libs/platform/broker/named-transporter.ts";
import { busIdentity } from "#libs/platform/bus/bus-identity.ts";
import { createMetrics } from "#libs/platform/metrics/metrics.ts";
import { busCertificateGauge } from "#libs/platform/operations/bus-certificate.ts";
import { eventually } from "../support/eventually.ts";
import { testEnv } from "../support/runtime.ts";
import { type SecuredNats, startSecuredNats } from "../support/secured-nats.ts";

const NAMESPACE = "rotation";
const run = promisify(execFile);
const transporterOf = ({ transit }: ServiceBroker) => (transit as unknown as { readonly tx: NamedTransporter }).tx;

describe("keys of a running system", () => {
  let nats: SecuredNats;
  let account: ServiceBroker;
  let messaging: ServiceBroker;

  const start = async (process: string, schema: ServiceSchema): Promise<ServiceBroker> => {
    const options = networkOptions(NAMESPACE, nats.identityOf(process));
    const broker = new ServiceBroker({ ...options, logger: false, skipProcessEventRegistration: true });
    broker.createService(schema);
    await broker.start();
    return broker;
  };
  const options = () => ({ folder: nats.keys, namespace: NAMESPACE, databasePrefix: `${NAMESPACE}_` });
  /** Changes a key in a separate process, as operators do, while this process continues to call. */
  const changeKey = (command: "rotate" | "retire", name: string) => {
    const { NODE_OPTIONS: _forJest, ...inherited } = process.env;
    const env = { ...inherited, DATA_DIR: dirname(nats.keys), APP_NAMESPACE: NAMESPACE, DATABASE_PREFIX: options().databasePrefix };
    return run(process.execPath, ["deploy/keys/keys.ts", command, name], { env });
  };
  /** The identity that a copy of the current key proves. */
  const copyOf = (name: string) => {
    const copy = join(nats.keys, `copy-${uuid()}.json`);
    copyFileSync(join(nats.keys, `${name}.json`), copy);
    return busIdentity({ ...nats.filesOf(name), processKeysFile: copy }, name);
  };
  const outcome = (identity: ReturnType<typeof copyOf>) =>
    connect({ ...identity.connection, reconnect: false, maxReconnectAttempts: 0 }).then(
      (open) => open.close().then(() => "connected"),
      (error: { code?: string }) => error.code,
    );

  beforeAll(async () => {
    nats = await startSecuredNats(NAMESPACE);
    account = await start("account", { name: "account", actions: { getUserSummaries: () => "answer" } });
    messaging = await start("messaging", { name: "messaging" });
    await messaging.waitForServices("account");
  });
  afterAll(async () => {
    await Promise.all([account.stop(), messaging.stop()]);
    await nats.dispose();
  });

  it("keys are replaced: the former key holds until it is retired, and the process continues with the new one", async () => {
    const [former, formerSeed] = [copyOf("account"), transporterOf(account).provenSeed];
    rotateKey(options(), "account");
    nats.reload();
    await eventually(async () => expect(await outcome(copyOf("account"))).toBe("connected"));
    expect(await outcome(former)).toBe("connected");
    // A server before 2.10 may lose the subscriptions of a process that it cuts while it reads its users.
    await eventually(() => expect(transporterOf(account).provenSeed).not.toBe(formerSeed));

    retireKey(options(), "account");
    nats.reload();
    await eventually(async () => expect(await outcome(former)).toBe("AUTHORIZATION_VIOLATION"));
    expect(await eventually(() => messaging.call("account.getUserSummaries"))).toBe("answer");
  });

  it("BUS-11 no call fails while the keys of caller and called process are replaced and the former ones retired", async () => {
    const transporters = [account, messaging].map(transporterOf);
    const outcomes: string[] = [];
    let calling = true;
    const load = Array.from({ length: 8 }, async () => {
      while (calling) {
        const outcome = await messaging.call("account.getUserSummaries").then(
          () => "ok",
          (error: Error) => error.message,
        );
        outcomes.push(outcome);
      }
    });
    const former = transporters.map(({ provenSeed }) => provenSeed);
    for (const name of ["account", "messaging"]) await changeKey("rotate", name);
    nats.reload();
    await eventually(() => {
      for (const [index, { provenSeed }] of transporters.entries()) expect(provenSeed).not.toBe(former[index]);
    });
    for (const name of ["account", "messaging"]) await changeKey("retire", name);
    nats.reload();
    await eventually(async () => expect(await outcome(copyOf("account"))).toBe("connected"));
    const before = outcomes.length;
    await eventually(() => expect(outcomes.length).toBeGreaterThan(before + 200));
    calling = false;
    await Promise.all(load);
    expect(outcomes.filter((one) => one !== "ok")).toEqual([]);
  });

  it("keys are revoked within ten seconds, also while they are in use", async () => {
    makeOperator(options(), "anna");
    nats.reload();
    const identity = nats.identityOf("anna");
    const anna = await eventually(() => connect({ ...identity.connection, reconnect: false }));
    const stolen = copyOf("content");
    const thief = await eventually(() => connect({ ...stolen.connection, reconnect: false }));
    await revokeKey(options(), "anna");
    await revokeKey(options(), "content");
    nats.reload();
    await eventually(() => expect([anna.isClosed(), thief.isClosed()]).toEqual([true, true]));
    expect(await outcome(stolen)).toBe("AUTHORIZATION_VIOLATION");
    expect(await outcome(copyOf("content"))).toBe("connected");
  });

  it("BUS-11 streams that no longer answer after the server has read its users make it read them once more", async () => {
    const file = join(nats.keys, "nats.conf");
    const whole = readFileSync(file, "utf8");
    const bus = { servers: [nats.url], folder: nats.keys, namespace: NAMESPACE };
    const firstProbe = () => untilStreamsAnswer(() => Promise.reject(new Error("no answer")), bus);
    await expect(firstProbe()).resolves.toBe(true);

    const ways = /^.*account: STREAMS, subject: "\$JS\.API\.STREAM\.INFO\.ROTATION_EVENTS".*$/gm;
    writeFileSync(file, whole.replace(ways, ""));
    nats.reload();
    await eventually(() => expect(firstProbe()).rejects.toThrow("no answer"));
    const readAgain = async () => {
      writeFileSync(file, whole);
      nats.reload();
      await eventually(() => expect(firstProbe()).resolves.toBe(true));
    };
    await expect(untilStreamsAnswer(readAgain, bus)).resolves.toBe(true);
  });

  it("TEL-07 the certificate metric belongs to the certificate of the server, although its authority holds for longer", async () => {
    const daysLeft = async () => {
      const metrics = createMetrics();
      await busCertificateGauge({ env: testEnv(nats.filesOf("account")), logger: pino({ level: "silent" }), metrics })();
      const [sample] = (await metrics.samplesOf("bus_certificate_expiry_timestamp_seconds")) ?? [];
      return ((sample?.value ?? 0) * 1_000 - Date.now()) / DAY;
    };
    expect(await daysLeft()).toBeCloseTo(90, 0);
    const inFile = (name: string) => join(nats.keys, name);
    const authority = { certificate: readFileSync(inFile("ca.pem"), "utf8"), key: readFileSync(inFile("ca.key"), "utf8") };
    const { certificate, key } = await newServerCertificate(authority, ["127.0.0.1"], new Date(Date.now() - 80 * DAY));
    writeFileSync(inFile("bus.pem"), certificate);
    writeFileSync(inFile("bus.key"), key);
    nats.reload();
    await eventually(async () => expect(await daysLeft()).toBeCloseTo(10, 0));
  });
});
