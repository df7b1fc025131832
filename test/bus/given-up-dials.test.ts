import { once } from "node:events";
import { type AddressInfo, connect as connectTo, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { connect } from "nats";
import { claimedIdentity } from "#libs/platform/bus/bus-identity.ts";
import { eventually } from "../support/eventually.ts";
import { type NatsServer, startNatsServer } from "../support/nats-server.ts";

let nats: NatsServer;
let proxy: Server;
/** Whether the proxy accepts clients as the kernel of a stopped server does, and says nothing to them. */
let isStopped = false;
const silent: Socket[] = [];
const passed: Socket[] = [];

function pass(client: Socket): void {
  const server = connectTo(nats.port, "127.0.0.1");
  passed.push(client);
  client.pipe(server).pipe(client);
  for (const socket of [client, server]) socket.on("error", () => undefined);
  server.on("close", () => client.destroy());
  client.on("close", () => server.destroy());
}

beforeAll(async () => {
  nats = await startNatsServer();
  proxy = createServer((client) => {
    client.on("error", () => undefined);
    if (isStopped) silent.push(client);
    else pass(client);
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
});
afterAll(async () => {
  for (const socket of [...silent, ...passed]) socket.destroy();
  proxy.close();
  await nats.dispose();
});

it("TEL-06 a connection that a process gave up while the bus stood still does not take the one that it has since", async () => {
  const { port } = proxy.address() as AddressInfo;
  const connection = await connect({ ...claimedIdentity("account", [`nats://127.0.0.1:${port}`]).connection, timeout: 200 });
  isStopped = true;
  passed[0]?.destroy();
  await eventually(() => expect(silent.length).toBeGreaterThan(1));
  isStopped = false;
  await eventually(() => expect(passed).toHaveLength(2));
  await connection.flush();

  // The server goes on, greets those who waited, and ends what did not sign in.
  const greeted = silent.map((client) => {
    if (!client.destroyed) pass(client);
    return client;
  });
  await eventually(() => expect(greeted.every(({ destroyed, bytesWritten }) => destroyed || bytesWritten > 0)).toBe(true));
  for (const client of greeted) client.destroy();
  await eventually(() => expect(greeted.every(({ closed }) => closed)).toBe(true));
  for (let round = 0; round < 50; round += 1) await connection.flush();
  expect(passed.filter(({ destroyed }) => !destroyed)).toEqual([passed[1]]);
  await connection.close();
});
