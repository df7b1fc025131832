import { implement } from "#libs/contract-kit/implement.ts";
import { getTerms } from "#libs/contracts/content/index.ts";
import type { Deps } from "../deps.ts";
import { currentLegalTexts } from "../views/legal-view.ts";

/** GET /legal/terms (spec 4.7) */
export const getTermsAction = ({ config }: Pick<Deps, "config">) => {
  const currentText = currentLegalTexts(config);
  return implement(getTerms, async () => currentText("terms"));
};
