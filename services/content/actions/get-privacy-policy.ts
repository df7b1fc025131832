import { implement } from "#libs/contract-kit/implement.ts";
import { getPrivacyPolicy } from "#libs/contracts/content.ts";
import type { Deps } from "../deps.ts";
import { legalDocuments } from "../legal-document.ts";

/** GET /legal/privacy (spec 4.7) */
export const getPrivacyPolicyAction = ({ config }: Pick<Deps, "config">) => {
  const documentOf = legalDocuments(config);
  return implement(getPrivacyPolicy, async () => documentOf("privacy"));
};
