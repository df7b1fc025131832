import { implement } from "#libs/contract-kit/implement.ts";
import { getPreferences } from "#libs/contracts/notification.ts";
import type { Deps } from "../deps.ts";
import { preferencesOf } from "../domain/preferences.ts";
import { emailModeOf } from "../email-mode.ts";

/** GET /notifications/preferences */
export const getPreferencesAction = ({ preferences, config }: Pick<Deps, "preferences" | "config">) =>
  implement(getPreferences, async (ctx) => {
    const set = await preferences.find(ctx.caller.userId);
    return preferencesOf(set?.switched, emailModeOf(set, config));
  });
