import { implement } from "#libs/contract-kit/implement.ts";
import { getPrivacyPolicy } from "#libs/contracts/content/index.ts";
import type { Deps } from "../deps.ts";
import { currentLegalTexts } from "../views/legal-view.ts";

/** GET /legal/privacy (spec 4.7) */
export const getPrivacyPolicyAction = ({ config }: Pick<Deps, "config">) => {
  const currentText = currentLegalTexts(config);
  return implement(getPrivacyPolicy, async () => currentText("privacy"));
};
