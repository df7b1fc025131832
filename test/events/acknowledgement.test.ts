import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { connect, type NatsConnection } from "nats";
import { eventually } from "../support/eventually.ts";
import { type NatsServer, startNatsServer } from "../support/nats-server.ts";
import { anEvent, overJetStream, recorder, type StreamUnderTest } from "./stream-fixtures.ts";

describe("acknowledgement of an event over JetStream", () => {
  let server: NatsServer;
  let under: StreamUnderTest;
  let watcher: NatsConnection;

  beforeAll(async () => {
    server = await startNatsServer();
    under = await overJetStream(server.url);
    watcher = await connect({ servers: server.url });
  });
  afterAll(async () => {
    await under.close();
    await watcher.close();
    await server.dispose();
  });

  it("HSE-04 an applied event is acknowledged with one packet that asks the server for no answer", async () => {
    const replies: (string | undefined)[] = [];
    watcher.subscribe("$JS.ACK.>", { callback: (_error, { reply }) => void replies.push(reply) });
    await watcher.flush();
    const { run, ids } = recorder();
    await under.stream.subscribe({ group: "wallet", event: "message.sent" }, run);
    const event = anEvent("message.sent");
    await under.stream.publish(event);
    await eventually(() => expect(replies).toHaveLength(1));
    expect(ids()).toEqual([event.id]);
    expect(replies[0] || "none").toBe("none");
  });
});
