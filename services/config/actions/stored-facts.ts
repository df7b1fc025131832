import { implement } from "#libs/contract-kit/implement.ts";
import { findLostFacts, lastFacts } from "#libs/contracts/config/index.ts";
import type { Deps } from "../deps.ts";

/** Internal: outboxes compare the result with the events that they have published. */
export const lastFactsAction = ({ stored }: Pick<Deps, "stored">) =>
  implement(lastFacts, async ({ params: { events } }) => stored.lastFacts(events));

/** Internal: outboxes publish the events in the result again. */
export const findLostFactsAction = ({ stored }: Pick<Deps, "stored">) =>
  implement(findLostFacts, async ({ params: { facts } }) => ({ lost: await stored.findLostFacts(facts) }));
