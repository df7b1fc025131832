import type { NatsConnection } from "nats";
import { after } from "#libs/kernel/timers.ts";

/** Time within which the message must arrive, in milliseconds. */
const WITHIN_MS = 1_000;

/**
 * Whether a new connection receives a message that `send` publishes on another one. A NATS server before 2.10 may lose the subscriptions of
 * a connection that begins while the server reads its users. Such a connection never receives anything, and no error says so.
 */
export async function isHeard(connection: NatsConnection, subject: string, send: () => Promise<void>): Promise<boolean> {
  const probe = connection.subscribe(subject, { max: 1 });
  await connection.flush();
  await send();
  const cancel = after(WITHIN_MS, () => probe.unsubscribe());
  for await (const _message of probe) cancel();
  return probe.getReceived() > 0;
}
