// Reads public facts from their stream and prints `type id` of each:
// node durable-subscriber.mjs FILE
// FILE is the credential that `npm run keys -- subscriber NAME` writes. The stream stores unacknowledged facts for seven days. A fact may
// arrive twice with the same id, and facts may arrive in any order.
import { readFileSync } from "node:fs";
import { connect, nkeyAuthenticator } from "nats";

const { servers, ca, nkeySeed, stream, durable, apiPrefix } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const connection = await connect({
  servers,
  tls: { ca },
  authenticator: nkeyAuthenticator(new TextEncoder().encode(nkeySeed)),
  inboxPrefix: `_INBOX.${durable}`, // the only inbox subjects that this key may subscribe to
  maxReconnectAttempts: -1,
});
const consumer = await connection.jetstream({ apiPrefix }).consumers.get(stream, durable);
process.once("SIGTERM", () => connection.drain());
console.error("connected");

// The server may send facts to a closed connection until its last request expires; it sends them again after 30 s.
for await (const message of await consumer.consume({ expires: 5_000 })) {
  const { type, id } = message.json(); // and apiVersion, timestamp, correlationId, data
  console.log(type, id);
  message.ack();
}
