import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { ServiceBroker } from "moleculer";
import { sendHint } from "#libs/contract-kit/send-hint.ts";
import { HINTS } from "#libs/contracts/hints.ts";

/** As in a cluster, NATS chooses the receiver of a packet. */
const broker = new ServiceBroker({ logger: false, transporter: "Fake", disableBalancer: true });

beforeAll(() => broker.start());
afterAll(() => broker.stop());

describe("a hint", () => {
  it("a hint without a listener, before the broker is known, or while the bus is away is lost without an error", () => {
    for (const hint of Object.values(HINTS)) expect(() => sendHint(broker, hint)).not.toThrow();
    expect(() => sendHint(null, HINTS.configChanged)).not.toThrow();
    expect(() => sendHint({ broadcast: () => Promise.reject(new Error("no bus")) }, HINTS.configChanged)).not.toThrow();
  });
});
