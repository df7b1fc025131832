import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { within } from "../support/within.ts";
import { configOfDistributed, type DistributedGateway, startDistributedGateway } from "./distributed-fixture.ts";
import { startTestGateway, type TestGateway } from "./fixture.ts";

describe("a gateway and services connected by NATS", () => {
  let distributed: DistributedGateway;
  let gateway: TestGateway;
  let local: TestGateway;
  beforeAll(async () => {
    [distributed, local] = await Promise.all([startDistributedGateway(), startTestGateway({ env: configOfDistributed })]);
    ({ gateway } = distributed);
  });
  afterAll(() => Promise.all([distributed.dispose(), local.stop()]));

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
    const second = await distributed.startReplica("fixture");
    await eventually(() => expect(gateway.broker.registry.getActionEndpoints("fixture.search").count()).toBe(2));
    await distributed.kill(second);
    const replies = await Promise.all(Array.from({ length: 40 }, () => gateway.send("GET", "/search")));
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200));
  });

  it("ENV-18 gateway and services respond with 503 at once on the routes of a killed service, and serve the others", async () => {
    await distributed.kill(distributed.replicas[1]);
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
});
