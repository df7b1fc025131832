import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { aReader, attachReader, aWriter, upTo } from "../events/durable-fixture.ts";
import { overJetStream } from "../events/stream-fixtures.ts";
import { startTestGateway, type TestGateway, untilReady } from "../gateway/fixture.ts";
import { dropAndClose, freshDatabase } from "../mongo/database-fixture.ts";
import { eventually } from "../support/eventually.ts";
import type { Reply } from "../support/http.ts";
import { type NatsServer, startNatsServer } from "../support/nats-server.ts";
import { within } from "../support/within.ts";

const REPLICA = fileURLToPath(new URL("../gateway/replica-process.ts", import.meta.url));
/** The gateway's time limit for a request, plus the allowed difference between clocks. */
const DEADLINE_MS = 8_000 + 2_000;

let nats: NatsServer;
let gateway: TestGateway;
let replica: ChildProcess;

beforeAll(async () => {
  nats = await startNatsServer();
  const configOverrides = new Map(["MESSAGES_SEND", "DEFAULT_IP"].map((name) => [`CONFIG_RATELIMIT_${name}_LIMIT`, "10000"]));
  gateway = await startTestGateway({ env: { natsServers: [nats.url], configOverrides }, services: () => [] });
  const { namespace, secrets } = gateway.runtime.env;
  const args = [nats.url, namespace, secrets.tokenSigningKey, "account", "fixture", "slow"];
  replica = fork(REPLICA, args, { env: { ...process.env, NODE_OPTIONS: "" }, stdio: ["ignore", "ignore", "inherit", "ipc"] });
  await once(replica, "message");
  await untilReady(gateway);
});
afterAll(async () => {
  nats.resume();
  replica.kill("SIGKILL");
  await gateway.stop();
  await nats.dispose();
});

describe("a bus that is paused", () => {
  it("E6 O1 N1 calls reject within 3.5 s, expired requests are not executed, and everything resumes after the pause", async () => {
    const token = gateway.token();
    const work = () => gateway.send("POST", "/tasks", { token, body: {} });
    const runsSoFar = async () => ((await work()).body.data as { run: number }).run;
    const before = await runsSoFar();
    const under = await overJetStream(nats.url, "paused");
    const connection = freshDatabase();
    const [writer, reader] = [await aWriter({ connection, stream: under.stream }), await aReader({ connection })];
    await writer.outbox.start();
    await attachReader(under.stream, reader);

    nats.pause();
    const paused = performance.now();
    const early = Array.from({ length: 5 }, () => within(3_500, work()));
    await writer.write(upTo(20));
    const late: Reply[] = [];
    // Calls sent before the pause are past their deadline when the bus continues.
    while (performance.now() - paused < DEADLINE_MS + 500) {
      late.push(await within(3_500, work()));
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    const answers = [...(await Promise.all(early)), ...late];
    expect(answers.filter(({ status, body }) => ![503, 504].includes(status) || !body.error.i18nKey)).toEqual([]);
    expect(late).not.toEqual([]);
    expect(await writer.outbox.pending()).toBe(20);

    nats.resume();
    await eventually(async () => expect((await gateway.send("GET", "/search")).status).toBe(200));
    expect(await runsSoFar()).toBe(before + 1);
    await eventually(async () => expect(await writer.outbox.pending()).toBe(0));
    await eventually(async () => expect(await reader.effects()).toEqual(upTo(20)));
    await writer.outbox.stop();
    await under.close();
    await dropAndClose(connection);
    expect(await runsSoFar()).toBe(before + 2);
  });
});
