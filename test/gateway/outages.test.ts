import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { within } from "../support/within.ts";
import { type DistributedGateway, startDistributedGateway } from "./distributed-fixture.ts";
import { type TestGateway, untilReady } from "./fixture.ts";

describe("a gateway whose bus and services fail", () => {
  let distributed: DistributedGateway;
  let gateway: TestGateway;
  beforeAll(async () => {
    distributed = await startDistributedGateway();
    ({ gateway } = distributed);
  });
  afterAll(() => distributed.dispose());

  it("OPS-06 gateway and services are not ready while the bus is down, and requests fail within 10 s", async () => {
    await distributed.nats.stop("SIGKILL");
    await eventually(async () => expect((await fetch(`${gateway.origin}/health/ready`)).status).toBe(503));
    const { status, body } = await within(10_000, gateway.send("GET", "/search"));
    expect([503, 504]).toContain(status);
    expect(body.success).toBe(false);
    expect((await fetch(`${gateway.origin}/health/live`)).status).toBe(200);
    await distributed.nats.start();
    await distributed.startReplica("slow");
    await untilReady(gateway);
    expect((await gateway.send("GET", "/search")).status).toBe(200);
  });

  it("OPS-11 the gateway stops within 3 s under load while a service is down, and finishes the requests in flight", async () => {
    for (const replica of distributed.replicas) await distributed.kill(replica);
    await distributed.startReplica("fixture", "slow");
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
    await within(3_000, gateway.stop());
    await traffic;
    expect((await inFlight).status).toBe(200);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
  });
});
