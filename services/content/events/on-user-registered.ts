import { userRegistered } from "#libs/contracts/account/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { on } from "#libs/platform/events/on.ts";
import type { Deps } from "../deps.ts";

/** Stores the consent to the terms with which an account was created. */
export const onUserRegistered = (deps: Pick<Deps, "inbox" | "transaction" | "legalAcceptances">) =>
  on(
    userRegistered,
    deps,
    async ({ userId, acceptedTerms }, { tx, envelope }) => {
      if (!acceptedTerms) return;
      const version = new Date(acceptedTerms);
      await deps.legalAcceptances.upsert(tx, { _id: uuid(), userId, kind: "terms", version, acceptedAt: new Date(envelope.at) });
    },
    { concerns: ({ acceptedTerms }) => acceptedTerms !== undefined },
  );
