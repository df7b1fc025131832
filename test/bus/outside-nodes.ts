import { expect } from "@jest/globals";
import type { ServiceBroker } from "moleculer";
import { uuid } from "#libs/kernel/ids.ts";

const MESSAGE_ID = uuid();

/** An event of messaging, with a field that is not public. */
export function messageSentFact(id: string) {
  const people = { senderId: "a-fan", receiverId: "a-creator", senderName: "Finn" };
  const price = { dmType: "SINGLE_PAY", price: "5.00", currency: "EUR", status: "ESCROWED" };
  const times = { expiresAt: "2030-01-02T00:00:00.000Z", sentAt: "2030-01-01T00:00:00.000Z" };
  const payload = { messageId: MESSAGE_ID, sessionId: MESSAGE_ID, ...people, ...price, ...times };
  return { id, event: "message.sent", at: new Date().toISOString(), payload, requestId: "a-request", source: "messaging" };
}

/** The relay nodes that a node knows; throws until it knows all of them. */
export function relaysKnownTo({ registry }: ServiceBroker, count: number): string[] {
  const ids = registry.nodes.list({ onlyAvailable: true }).map(({ id }: { id: string }) => id);
  const found = ids.filter((id: string) => id.startsWith("facts."));
  expect(found).toHaveLength(count);
  return found;
}
