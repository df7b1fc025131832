import type { ServiceClient } from "#libs/contract-kit/service-client.ts";
import { findLostFacts, lastFacts } from "#libs/contracts/config/index.ts";
import type { LastFacts, StoredFacts } from "./event-stream.ts";

/** The calls of each service with an outbox. */
export const STORED_FACTS_CALLS = [lastFacts, findLostFacts];

/** Queries the config service, the only service that may query the bus for stored events. */
export function storedFactsByCall({ call }: Pick<ServiceClient, "call">): StoredFacts {
  // Without tracking: a process that stops does not wait for an answer that it no longer needs.
  const options = { tracking: false };
  return {
    async lastFacts(events) {
      const { last, ...stream } = await call(lastFacts, { events: [...events] }, options);
      return { ...stream, last: last as LastFacts["last"] };
    },
    findLostFacts: async (facts) => (await call(findLostFacts, { facts: [...facts] }, options)).lost,
  };
}
