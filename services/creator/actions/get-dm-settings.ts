import { implement } from "#libs/contract-kit/implement.ts";
import { getDmSettings } from "#libs/contracts/creator.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import type { Deps } from "../deps.ts";

const NO_CREATOR = {
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

/** Internal: what a message depends on, as it is now. */
export const getDmSettingsAction = ({ profiles, packages }: Deps) =>
  implement(getDmSettings, async ({ params }) => {
    const profile = await profiles.byUserId(params.userId);
    if (!profile) return NO_CREATOR;
    const { creatorStatus, dmActive, vacationMode, dmType, minTimeoutHours, level } = profile;
    const offer = dmType === "FREE" ? null : await packages.active(profile._id);
    const packagePrice = offer ? formatMoney(offer.price) : null;
    return { exists: true, creatorId: profile._id, creatorStatus, dmActive, vacationMode, dmType, packagePrice, minTimeoutHours, level };
  });
