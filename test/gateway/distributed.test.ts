import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { type NatsServer, startNatsServer } from "../support/nats-server.ts";
import { within } from "../support/within.ts";
import { startTestGateway, type TestGateway, untilReady } from "./fixture.ts";

const REPLICA = fileURLToPath(new URL("./replica-process.ts", import.meta.url));

describe("a gateway and services connected by NATS", () => {
  let nats: NatsServer;
  let gateway: TestGateway;
  let local: TestGateway;
  let stopped = false;
  const children: ChildProcess[] = [];

  const startReplica = async (...services: string[]): Promise<ChildProcess> => {
    const { namespace, secrets } = gateway.runtime.env;
    const args = [nats.url, namespace, secrets.tokenSigningKey, ...services];
    const child = fork(REPLICA, args, { env: { ...process.env, NODE_OPTIONS: "" }, stdio: ["ignore", "ignore", "inherit", "ipc"] });
    children.push(child);
    await once(child, "message");
    return child;
  };
  const kill = async (child: ChildProcess | undefined): Promise<void> => {
    if (!child || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  };

  beforeAll(async () => {
    nats = await startNatsServer();
    const configOverrides = new Map(
      ["MESSAGES_SEND", "DEFAULT_IP", "HELP_ARTICLES"].map((name) => [`CONFIG_RATELIMIT_${name}_LIMIT`, "10000"]),
    );
    gateway = await startTestGateway({ env: { natsServers: [nats.url], configOverrides }, services: () => [] });
    local = await startTestGateway({ env: { configOverrides } });
    await startReplica("account", "fixture");
    await startReplica("slow");
    await untilReady(gateway);
  });
  afterAll(async () => {
    await Promise.all(children.map(kill));
    await Promise.all([stopped || gateway.stop(), local.stop()]);
    await nats.dispose();
  });

  it("ENV-19 gateway and services respond with the same errors and results as in one process", async () => {
    for (const fail of ["conflict", "throttled", "vars", "forbidden", "bug", "foreign", "unavailable", undefined]) {
      const [remote, inProcess] = await Promise.all(
        [gateway, local].map((gateway) =>
          gateway.send("POST", "/tasks", { token: gateway.token("u1"), body: { fail }, headers: { "x-request-id": "same-request" } }),
        ),
      );
      expect(remote?.status).toBe(inProcess?.status);
      if (fail) expect(remote?.body).toEqual(inProcess?.body);
    }
    const invalid = { body: { text: "", count: 99 }, headers: { "x-request-id": "same-request" } };
    expect((await gateway.send("POST", "/echo/1", invalid)).body).toEqual((await local.send("POST", "/echo/1", invalid)).body);
    const echoed = await gateway.send("POST", "/echo/1", {
      token: gateway.token("u9"),
      body: { text: "a", count: 1 },
      headers: { "x-request-id": "over-the-bus" },
    });
    expect(echoed.body.data).toMatchObject({ requestId: "over-the-bus", visitor: "u9" });
  });

  it("ENV-18 gateway and services respond with 504 within 10 s when an action does not end, and serve other routes meanwhile", async () => {
    const endless = gateway.send("GET", "/slow?ms=30000");
    expect((await gateway.send("GET", "/search")).status).toBe(200);
    const { status, body } = await within(10_000, endless);
    expect([status, body.error.code]).toEqual([504, "UPSTREAM_TIMEOUT"]);
  });

  it("STACK 6 gateway and services send new requests to the other replica after one of two was killed", async () => {
    const second = await startReplica("fixture");
    await eventually(() => expect(gateway.broker.registry.getActionEndpoints("fixture.search").count()).toBe(2));
    await kill(second);
    const replies = await Promise.all(Array.from({ length: 40 }, () => gateway.send("GET", "/search")));
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200));
  });

  it("ENV-18 gateway and services respond with 503 at once on the routes of a killed service, and serve the others", async () => {
    await kill(children[1]);
    const refused = async () => {
      const { status, body } = await gateway.send("GET", "/slow?ms=1");
      expect([status, body.error.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
    };
    // A call that NATS hands to the dead process, before it notices, waits for its timeout of 8 s. Heartbeats end after 15 s only.
    await eventually(refused, 10_000);
    // A call that waited for an answer would be 504.
    await refused();
    expect((await gateway.send("GET", "/search")).status).toBe(200);
  });

  it("OPS-06 gateway and services are not ready while the bus is down, and requests fail within 10 s", async () => {
    await nats.stop("SIGKILL");
    await eventually(async () => expect((await fetch(`${gateway.origin}/health/ready`)).status).toBe(503));
    const { status, body } = await within(10_000, gateway.send("GET", "/search"));
    expect([503, 504]).toContain(status);
    expect(body.success).toBe(false);
    expect((await fetch(`${gateway.origin}/health/live`)).status).toBe(200);
    await nats.start();
    await startReplica("slow");
    await untilReady(gateway);
    expect((await gateway.send("GET", "/search")).status).toBe(200);
  });

  it("OPS-11 the gateway stops within 3 s under load while a service is down, and finishes the requests in flight", async () => {
    for (const child of children) await kill(child);
    await startReplica("fixture", "slow");
    await eventually(async () => expect((await gateway.send("GET", "/slow?ms=1")).status).toBe(200));
    const inFlight = gateway.send("GET", "/slow?ms=1000");
    const statuses: number[] = [];
    const traffic = (async () => {
      for (;;) {
        const { status } = await gateway.send("GET", "/search").catch(() => ({ status: 0 }));
        if (status === 0) return;
        statuses.push(status);
      }
    })();
    await eventually(() => expect(statuses.length).toBeGreaterThan(3));
    stopped = true;
    await within(3_000, gateway.stop());
    await traffic;
    expect((await inFlight).status).toBe(200);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
  });
});
