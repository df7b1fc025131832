import { connect, type Msg, type NatsConnection } from "@nats-io/transport-node";
import { variable } from "./ready.ts";

/** Connects to the bus over TLS. @param options.traces whether a failed request shows where it was made, which costs processor time */
export function connectBus(name: string, { traces }: { readonly traces: boolean }): Promise<NatsConnection> {
  return connect({ servers: variable("NATS_URL"), name, noAsyncTraces: !traces, tls: { caFile: variable("NATS_CA_FILE") } });
}

/** Answers a request with a status in the first three bytes and JSON after it, so that the gateway need not read the JSON. */
export function respond(message: Msg, status: number, body: unknown): void {
  message.respond(status + JSON.stringify(body));
}

/** The two parts of such an answer. */
export function partsOf(answer: Uint8Array): { readonly status: number; readonly body: Uint8Array } {
  const digit = (index: number) => (answer[index] ?? 0) - 48;
  return { status: digit(0) * 100 + digit(1) * 10 + digit(2), body: answer.subarray(3) };
}
