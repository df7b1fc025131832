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
  maxTimeoutHours: null,
  level: null,
} as const;

/** Internal: the current message settings of a user; `exists` is false when the user is no creator. */
export const getDmSettingsAction = ({ profiles }: Pick<Deps, "profiles">) =>
  implement(getDmSettings, async ({ params }) => {
    const found = await profiles.findWithPrice(params.userId);
    if (!found) return UNKNOWN_CREATOR;
    const { profile, price } = found;
    const { creatorStatus, dmActive, vacationMode, dmType, minTimeoutHours, maxTimeoutHours, level } = profile;
    const packagePrice = dmType === "FREE" || price === null ? null : formatMoney(price);
    const settings = { creatorStatus, dmActive, vacationMode, dmType, packagePrice, minTimeoutHours, maxTimeoutHours, level };
    return { exists: true, creatorId: profile._id, ...settings };
  });
