import { implement } from "#libs/contract-kit/implement.ts";
import { getTerms } from "#libs/contracts/content.ts";
import type { Deps } from "../deps.ts";
import { legalDocuments } from "../legal-document.ts";

/** GET /legal/terms (spec 4.7) */
export const getTermsAction = ({ config }: Pick<Deps, "config">) => {
  const documentOf = legalDocuments(config);
  return implement(getTerms, async () => documentOf("terms"));
};
