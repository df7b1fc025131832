import { claimedIdentity } from "#libs/platform/bus/bus-identity.ts";
import { jetStream } from "#libs/platform/events/jetstream.ts";
import { armableFaults } from "#libs/platform/faults/fault-points.ts";
import { openDatabase } from "#libs/platform/mongo/connect.ts";
import { aReader, attachReader, aWriter, messageSent, upTo } from "./durable-fixture.ts";
import { silent } from "./stream-fixtures.ts";

/** A process that writes, relays or applies events until it kills itself at a fault point. Its only argument is JSON. */
export interface CrashOrder {
  readonly role: "writer" | "relay" | "reader";
  readonly mongoUrl: string;
  readonly database: string;
  readonly natsUrl: string;
  readonly namespace: string;
  readonly point: string;
  /** The number of events that a writer stores in one transaction. */
  readonly facts: number;
}

const { role, mongoUrl, database, natsUrl, namespace, point, facts } = JSON.parse(process.argv[2] ?? "") as CrashOrder;
const faults = armableFaults();
faults.arm({ point, mode: "kill" });
const connection = openDatabase({ url: mongoUrl, name: database });
const stream = jetStream({ ...claimedIdentity("test", [natsUrl]), namespace, logger: silent });
await stream.start();
if (role !== "reader") {
  const { outbox, transaction } = await aWriter({ connection, stream, faults });
  await outbox.start();
  if (role === "writer") {
    await transaction(async (tx) => {
      for (const number of upTo(facts)) await outbox.add(tx, messageSent, { number });
    });
  }
} else {
  // One event at a time: a dead process leaves transactions open, which would block their events until the store ends them.
  const { subscription, effects } = await aReader({ connection, faults });
  const delivery = { ...subscription.delivery, concurrency: 1 };
  await attachReader(stream, { effects, subscription: { ...subscription, delivery } });
}
