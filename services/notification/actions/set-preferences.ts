import { implement } from "#libs/contract-kit/implement.ts";
import { CHANNELS, setPreferences } from "#libs/contracts/notification/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import type { Deps } from "../deps.ts";
import { disablesCritical } from "../domain/preferences.ts";
import { preferencesView } from "../views/preferences-view.ts";

/** PUT /notifications/preferences: applies all changes of the request, or none. */
export const setPreferencesAction = ({ preferences, config, clock }: Pick<Deps, "preferences" | "config" | "clock">) =>
  implement(setPreferences, async (ctx) => {
    const { preferences: requested, emailMode = null } = ctx.params;
    if (requested.some(({ eventKey, channels }) => disablesCritical(eventKey, channels))) {
      throw new AppError("notification.preferences.critical");
    }
    const changes = requested.flatMap(({ eventKey, channels }) =>
      CHANNELS.flatMap((channel) => {
        const on = channels[channel];
        return on === undefined ? [] : [{ eventKey, channel, on }];
      }),
    );
    const updated = await preferences.update(ctx.caller.userId, changes, emailMode, clock.now());
    return preferencesView(updated, config.read("notification.email_mode"));
  });
