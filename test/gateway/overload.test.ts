import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { startTestGateway, type TestGateway, untilReady } from "./fixture.ts";

/** Requests of class normal that a gateway answers side by side at its start. */
const CAP = 128;

describe("a gateway with too much to do", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    const lifted = ["DEFAULT_IP", "DEFAULT_USER", "MESSAGES_SEND"].map((key) => [`CONFIG_RATELIMIT_${key}_LIMIT`, "100000"] as const);
    gateway = await startTestGateway({ env: { testHooks: false, configOverrides: new Map(lifted) } });
    await untilReady(gateway);
  });
  afterAll(() => gateway.stop());

  it("LOD-05 refuses with 503, Retry-After and a text in the client's language; money is not refused", async () => {
    const headers = { "accept-language": "de" };
    const waitFor = (ms: number) => gateway.send("GET", `/slow?ms=${ms}`, { headers });
    const occupying = Array.from({ length: CAP }, () => waitFor(5_000));
    await eventually(() => expect(gateway.state.slowCalls).toBe(CAP), 6_000);
    const refused = await Promise.all(Array.from({ length: 10 }, () => waitFor(0)));
    for (const { status, headers: sent, body } of refused) {
      expect([status, body.error.code, body.error.i18nKey]).toEqual([503, "SERVICE_UNAVAILABLE", "error.overloaded"]);
      expect(["1", "2", "3", "4", "5"]).toContain(sent.get("retry-after"));
      expect(body.error.message).toContain("ausgelastet");
    }
    expect((await gateway.send("POST", "/tasks", { token: gateway.token(), body: {} })).status).toBe(200);
    const figures = await gateway.runtime.metrics.render();
    expect(figures).toContain('http_shed_total{class="normal"} 10');
    expect(figures).not.toMatch(/http_shed_total\{class="money"\} [1-9]/);
    const served = (await Promise.all(occupying)).map(({ status }) => status);
    expect(served).toEqual(Array(CAP).fill(200));
  });
});
