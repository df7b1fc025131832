import { describe, expect, it } from "@jest/globals";
import { listeners } from "#services/webhook/endpoints/listeners.ts";

/** A list of endpoints whose reads end when the test says so. */
function heldList() {
  const reads: ((kinds: string[]) => void)[] = [];
  const list = listeners({ endpoints: { listSubscribedKinds: () => new Promise((resolve) => reads.push(resolve)) } });
  const read = async (index: number) => {
    while (!reads[index]) await new Promise((resolve) => setImmediate(resolve));
    return reads[index];
  };
  return { list, reads, read };
}

describe("whether an endpoint listens to a kind", () => {
  it("SPD-07 the subscribed kinds are read from the database once for all waiting events", async () => {
    const { list, reads, read } = heldList();
    const answers = ["message.sent", "message.sent", "wallet.topped_up"].map((kind) => list.mayListen(kind));
    (await read(0))(["wallet.topped_up"]);
    expect(await Promise.all(answers)).toEqual([false, false, true]);
    expect(await list.mayListen("wallet.topped_up")).toBe(true);
    expect(reads).toHaveLength(1);
  });

  it("WHK-23 a read that began before the query never denies a subscription", async () => {
    const { list, read } = heldList();
    const early = list.mayListen("message.sent");
    const first = await read(0);
    const late = list.mayListen("message.sent");
    first([]);
    expect(await early).toBe(false);
    (await read(1))(["message.sent"]);
    expect(await late).toBe(true);
  });

  it("WHK-23 the kinds are read again when a read has failed", async () => {
    let fails = true;
    const list = listeners({
      endpoints: {
        listSubscribedKinds: async () => {
          if (fails) throw new Error("the store is away");
          return ["message.sent"];
        },
      },
    });
    await expect(list.mayListen("message.sent")).rejects.toThrow("away");
    fails = false;
    expect(await list.mayListen("message.sent")).toBe(true);
  });
});
