import { processEvent, type ReceiveDeps } from "./receive-change.ts";

const BATCH_SIZE = 100;

/** Processes the events that could not be processed when they came. Resolves to whether there were any. */
export async function processPaymentEvents(deps: ReceiveDeps): Promise<boolean> {
  const events = await deps.paymentEvents.listDue(BATCH_SIZE);
  for (const event of events) if (await deps.paymentEvents.claim(event)) await processEvent(deps, event);
  return events.length > 0;
}
