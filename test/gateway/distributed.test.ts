import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { eventually } from "#test/support/eventually.ts";
import { type NatsServer, startNatsServer } from "#test/support/nats-server.ts";
import { openStage, type Stage, untilReady } from "./fixture.ts";

const REPLICA = fileURLToPath(new URL("./replica-process.ts", import.meta.url));

describe("over NATS", () => {
  let nats: NatsServer;
  let stage: Stage;
  let local: Stage;
  let stopped = false;
  const children: ChildProcess[] = [];

  const startReplica = async (...services: string[]): Promise<ChildProcess> => {
    const { namespace, secrets } = stage.runtime.env;
    const args = [nats.url, namespace, secrets.tokenSigningKey, ...services];
    const child = fork(REPLICA, args, { env: { ...process.env, NODE_OPTIONS: "" }, stdio: ["ignore", "ignore", "inherit", "ipc"] });
    children.push(child);
    await once(child, "message");
    return child;
  };
  const kill = async (child: ChildProcess | undefined): Promise<void> => {
    if (!child || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  };

  beforeAll(async () => {
    nats = await startNatsServer();
    const configOverrides = new Map(
      ["MESSAGES_SEND", "DEFAULT_IP", "HELP_ARTICLES"].map((name) => [`CONFIG_RATELIMIT_${name}_LIMIT`, "10000"]),
    );
    stage = await openStage({ env: { natsServers: [nats.url], configOverrides }, services: () => [] });
    local = await openStage({ env: { configOverrides } });
    await startReplica("account", "fixture");
    await startReplica("slow");
    await untilReady(stage);
  });
  afterAll(async () => {
    await Promise.all(children.map(kill));
    await Promise.all([stopped || stage.stop(), local.stop()]);
    await nats.dispose();
  });

  it("ENV-19 errors and answers are the same in one process and over the bus", async () => {
    for (const fail of ["conflict", "throttled", "vars", "forbidden", "bug", "foreign", "unavailable", undefined]) {
      const [far, near] = await Promise.all(
        [stage, local].map((one) =>
          one.send("POST", "/tasks", { token: one.token("u1"), body: { fail }, headers: { "x-request-id": "same-request" } }),
        ),
      );
      expect(far?.status).toBe(near?.status);
      if (fail) expect(far?.body).toEqual(near?.body);
    }
    const invalid = { body: { text: "", count: 99 }, headers: { "x-request-id": "same-request" } };
    expect((await stage.send("POST", "/echo/1", invalid)).body).toEqual((await local.send("POST", "/echo/1", invalid)).body);
    const echoed = await stage.send("POST", "/echo/1", {
      token: stage.token("u9"),
      body: { text: "a", count: 1 },
      headers: { "x-request-id": "over-the-bus" },
    });
    expect(echoed.body.data).toMatchObject({ requestId: "over-the-bus", visitor: "u9" });
  });

  it("ENV-18 an action that does not end is 504 within 10 s; other routes go on meanwhile", async () => {
    const began = performance.now();
    const stuck = stage.send("GET", "/slow?ms=30000");
    expect((await stage.send("GET", "/search")).status).toBe(200);
    const { status, body } = await stuck;
    expect([status, body.error.code]).toEqual([504, "UPSTREAM_TIMEOUT"]);
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it("STACK 6 after SIGKILL of one of two replicas new requests go to the other", async () => {
    const second = await startReplica("fixture");
    await eventually(() => expect(stage.broker.registry.getActionEndpoints("fixture.search").count()).toBe(2));
    await kill(second);
    const replies = await Promise.all(Array.from({ length: 40 }, () => stage.send("GET", "/search")));
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200));
  });

  it("ENV-18 with a service gone its routes are 503, the others go on", async () => {
    await kill(children[1]);
    await eventually(async () => {
      const { status, body } = await stage.send("GET", "/slow?ms=1");
      expect([status, body.error.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
    }, 12_000);
    expect((await stage.send("GET", "/search")).status).toBe(200);
  });

  it("OPS-06 not ready while the bus is away, and requests fail fast", async () => {
    await nats.stop("SIGKILL");
    await eventually(async () => expect((await fetch(`${stage.origin}/health/ready`)).status).toBe(503));
    const began = performance.now();
    const { status, body } = await stage.send("GET", "/search");
    expect([503, 504]).toContain(status);
    expect(body.success).toBe(false);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect((await fetch(`${stage.origin}/health/live`)).status).toBe(200);
    await nats.start();
    await startReplica("slow");
    await untilReady(stage);
    expect((await stage.send("GET", "/search")).status).toBe(200);
  });

  it("OPS-11 stops within 3 s under traffic, while a service is away, and finishes what it began", async () => {
    for (const child of children) await kill(child);
    await startReplica("fixture", "slow");
    await eventually(async () => expect((await stage.send("GET", "/slow?ms=1")).status).toBe(200));
    const inFlight = stage.send("GET", "/slow?ms=1000");
    const seen: number[] = [];
    const traffic = (async () => {
      for (;;) {
        const { status } = await stage.send("GET", "/search").catch(() => ({ status: 0 }));
        if (status === 0) return;
        seen.push(status);
      }
    })();
    await eventually(() => expect(seen.length).toBeGreaterThan(3));
    const began = performance.now();
    stopped = true;
    await stage.stop();
    expect(performance.now() - began).toBeLessThan(3_000);
    await traffic;
    expect((await inFlight).status).toBe(200);
    expect(seen.filter((status) => status !== 200)).toEqual([]);
  });
});
