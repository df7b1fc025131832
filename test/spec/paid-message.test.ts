import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { dataOf, startTestSystem, type TestSystem } from "../support/test-system.ts";

let system: TestSystem;

beforeAll(async () => {
  system = await startTestSystem();
});

afterAll(() => system.stop());

interface Wallet {
  readonly balance: string;
  readonly held: string;
}

describe("a paid message from end to end", () => {
  it("MSG-02 REP-01 PAY-06 a paid message is held, replied to and released, and the ledger balances", async () => {
    const [fan, creator] = await Promise.all([system.newFan("100.00"), system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" })]);
    const message = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00", content: "How did you start?" };

    const sent = dataOf<{ messageId: string; status: string }>(await fan.send("POST", "/messages", message), 201);
    expect(sent.status).toBe("ESCROWED");
    expect(dataOf<Wallet>(await fan.send("GET", "/wallet"), 200)).toMatchObject({ balance: "95.00", held: "5.00" });

    const reply = await creator.send("POST", `/messages/${sent.messageId}/reply`, { content: "With a borrowed camera." });
    expect(dataOf(reply, 201)).toMatchObject({ status: "COMPLETED" });
    expect(dataOf<Wallet>(await fan.send("GET", "/wallet"), 200)).toMatchObject({ balance: "95.00", held: "0.00" });

    const admin = await system.admin();
    expect(dataOf(await admin.send("GET", "/admin/ledger/trial-balance"), 200)).toMatchObject({ total: "0.00" });
  });

  it("REP-09 NOT-14 a paid message expires, is refunded, and the fan is notified", async () => {
    const [fan, creator] = await Promise.all([system.newFan("10.00"), system.newCreator({ dmType: "PER_MESSAGE", price: "2.00" })]);
    const message = { receiverId: creator.userId, dmType: "PER_MESSAGE", price: "2.50", content: "Are you there?", timeoutHours: 1 };
    const { messageId } = dataOf<{ messageId: string }>(await fan.send("POST", "/messages", message), 201);

    system.runtime.clock.advance(61 * 60_000);
    await system.runtime.jobs.runNow("messaging.expire-messages");
    system.runtime.clock.reset();

    expect(dataOf(await fan.send("GET", `/messages/${messageId}`), 200)).toMatchObject({ status: "EXPIRED" });
    expect(dataOf<Wallet>(await fan.send("GET", "/wallet"), 200)).toMatchObject({ balance: "10.00", held: "0.00" });
    await eventually(async () => {
      const { items } = dataOf<{ items: { eventKey: string }[] }>(await fan.send("GET", "/notifications"), 200);
      expect(items.map(({ eventKey }) => eventKey)).toContain("message_expired");
    });
  });
});
