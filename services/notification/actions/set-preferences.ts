import { implement } from "#libs/contract-kit/implement.ts";
import { CHANNELS, setPreferences } from "#libs/contracts/notification.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { preferencesOf, silencesCritical } from "../domain/preferences.ts";
import { emailModeOf } from "../email-mode.ts";

/** PUT /notifications/preferences. All of it is taken, or nothing. */
export const setPreferencesAction = ({ preferences, config, clock }: Pick<Deps, "preferences" | "config" | "clock">) =>
  implement(setPreferences, async (ctx) => {
    const { preferences: wished, emailMode = null } = ctx.params;
    if (wished.some(({ eventKey, channels }) => silencesCritical(eventKey, channels))) {
      throw new AppError("notification.preferences.critical");
    }
    const wishes = wished.flatMap(({ eventKey, channels }) =>
      CHANNELS.flatMap((channel) => {
        const on = channels[channel];
        return on === undefined ? [] : [{ eventKey, channel, on }];
      }),
    );
    const set = await preferences.set(ctx.caller.userId, wishes, emailMode, clock.now());
    return preferencesOf(set?.switched, emailModeOf(set, config));
  });
