import { implement } from "#libs/contract-kit/implement.ts";
import { listPublicLegalVersions, MAX_SHOWN_CHANGES } from "#libs/contracts/content/index.ts";
import type { Deps } from "../deps.ts";
import { publicLegalVersions } from "../views/legal-view.ts";

/** GET /legal/{kind}/versions: the days whose text GET /legal/{kind}/versions/{date} returns. */
export const listPublicLegalVersionsAction = ({ legalVersions }: Pick<Deps, "legalVersions">) =>
  implement(listPublicLegalVersions, async ({ params: { kind } }) => {
    const { rows } = await legalVersions.list(kind, { page: 1, limit: MAX_SHOWN_CHANGES });
    return publicLegalVersions(rows);
  });
