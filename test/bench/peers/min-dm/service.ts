import type { Msg } from "@nats-io/transport-node";
import { connectBus, respond } from "../kit/bus.ts";
import { failure, success } from "../kit/envelope.ts";
import { isTuned, ready } from "../kit/ready.ts";
import { startConsumers } from "./consumers.ts";
import { openDatabases } from "./database.ts";
import { relay } from "./outbox.ts";
import { type ReplyCall, replier } from "./reply.ts";
import { Refusal, type SendCall, send } from "./send.ts";

// The bound of a paid message, service: all checks take one read. One transaction writes the documents of the product: conversation,
// message, wallet, escrow, ledger, log, guard, outbox. Seven JetStream consumers follow, each with inbox and effect in a transaction of its
// own.
await openDatabases();
const bus = await connectBus("min-dm-service", { traces: false });
await startConsumers(bus, { grouped: isTuned });
const publish = relay(bus);
const reply = replier(publish, { grouped: isTuned });

function serve<Call>(subject: string, handle: (call: Call) => Promise<object>): void {
  const answer = async (message: Msg) => {
    try {
      respond(message, 201, success(await handle(message.json<Call>())));
    } catch (error) {
      const { status, message: code } = error instanceof Refusal ? error : { status: 500, message: (error as Error).message };
      respond(message, status, failure(code, code));
    }
  };
  bus.subscribe(subject, { queue: subject, callback: (_error, message) => void answer(message) });
}

serve<SendCall>("messages.send", (call) => send(call, publish));
serve<ReplyCall>("messages.reply", reply);
await bus.flush();
ready();
