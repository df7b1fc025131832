import { implement } from "#libs/contract-kit/implement.ts";
import { getDmSettings } from "#libs/contracts/creator/index.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import type { Deps } from "../deps.ts";

const UNKNOWN_CREATOR = {
  exists: false,
  creatorId: null,
  creatorStatus: null,
  dmActive: false,
  vacationMode: false,
  dmType: null,
  packagePrice: null,
  minTimeoutHours: null,
  level: null,
} as const;

/** Internal: the current message settings of a user; `exists` is false when the user is no creator. */
export const getDmSettingsAction = ({ profiles, packages }: Pick<Deps, "profiles" | "packages">) =>
  implement(getDmSettings, async ({ params }) => {
    const profile = await profiles.findByUser(params.userId);
    if (!profile) return UNKNOWN_CREATOR;
    const { creatorStatus, dmActive, vacationMode, dmType, minTimeoutHours, level } = profile;
    const offer = dmType === "FREE" ? null : await packages.findActive(profile._id);
    const packagePrice = offer ? formatMoney(offer.price) : null;
    return { exists: true, creatorId: profile._id, creatorStatus, dmActive, vacationMode, dmType, packagePrice, minTimeoutHours, level };
  });
