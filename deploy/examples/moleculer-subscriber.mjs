// Receives public facts as Moleculer events and prints `type id` of each:
// node moleculer-subscriber.mjs FILE [TYPE...]
// FILE is the credential that `npm run keys -- subscriber NAME` writes. Facts that are published while no subscriber is connected are lost
// to it.
import { readFileSync } from "node:fs";
import { ServiceBroker } from "moleculer";
import { nkeyAuthenticator } from "nats";

const [, , file, ...types] = process.argv;
const { servers, ca, nkeySeed, namespace } = JSON.parse(readFileSync(file, "utf8"));
const key = nkeySeed && { authenticator: nkeyAuthenticator(new TextEncoder().encode(nkeySeed)) };
const broker = new ServiceBroker({
  namespace,
  transporter: { type: "NATS", options: { servers, ...(ca && { tls: { ca } }), ...key } },
  disableVersionCheck: true, // for Moleculer 0.14
  logger: { type: "Console", options: { level: "warn" } },
});

/** `ctx.params` is the data of the fact, `ctx.meta.fact` the rest: id, type, apiVersion, timestamp, correlationId. */
function print(ctx) {
  console.log(ctx.meta.fact.type, ctx.meta.fact.id);
}
broker.createService({
  name: "example-subscriber", // each fact goes to one of the nodes that run this service
  events: Object.fromEntries((types.length > 0 ? types : ["message.sent", "creator.vacation"]).map((type) => [type, print])),
});
await broker.start();
console.error("connected");
