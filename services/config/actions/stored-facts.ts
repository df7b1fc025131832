import { implement } from "#libs/contract-kit/implement.ts";
import { findLostFacts, lastFacts } from "#libs/contracts/config/index.ts";
import type { Deps } from "../deps.ts";

/** Internal: the outboxes compare it with what they have published. */
export const lastFactsAction = ({ stored }: Pick<Deps, "stored">) =>
  implement(lastFacts, async ({ params: { events } }) => stored.lastFacts(events));

/** Internal: the outboxes publish again what it names. */
export const findLostFactsAction = ({ stored }: Pick<Deps, "stored">) =>
  implement(findLostFacts, async ({ params: { facts } }) => ({ lost: await stored.findLostFacts(facts) }));
