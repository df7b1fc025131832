import { implement } from "#libs/contract-kit/implement.ts";
import { getCreator } from "#libs/contracts/creator/index.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import { hasPermission } from "#libs/policies/roles.ts";
import type { Deps } from "../deps.ts";
import { statusesAfter } from "../domain/creator-status.ts";
import { kycStatusesAfter } from "../domain/kyc.ts";
import { outcomeView } from "../views/kyc-view.ts";
import { listedCreatorView } from "../views/listed-creator-view.ts";

/** GET /admin/creators/{creatorId} */
export const getCreatorAction = (deps: Pick<Deps, "profiles" | "packages" | "socials" | "config">) =>
  implement(getCreator, async ({ params: { creatorId }, caller }) => {
    const profile = await deps.profiles.find(creatorId);
    if (!profile) throw new AppError("creator.error.not_found");
    const [offer, accounts] = await Promise.all([deps.packages.findActive(creatorId), deps.socials.listByCreator(creatorId)]);
    const isOwn = profile.userId === caller.userId;
    return {
      ...listedCreatorView(profile),
      levelPinned: profile.levelPinned,
      price: offer ? formatMoney(offer.price) : null,
      currency: CURRENCY,
      kyc: { ...outcomeView(deps, profile), provider: profile.kyc.provider },
      kycNext: !isOwn && hasPermission(caller.roles, "kyc:review") ? kycStatusesAfter(profile.kycStatus) : [],
      statusNext: !isOwn && hasPermission(caller.roles, "creators:write") ? statusesAfter(profile.creatorStatus) : [],
      socials: accounts.map(({ _id, platform, handle, url, verified, method }) => ({ id: _id, platform, handle, url, verified, method })),
    };
  });
