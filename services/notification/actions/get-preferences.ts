import { implement } from "#libs/contract-kit/implement.ts";
import { getPreferences } from "#libs/contracts/notification/index.ts";
import type { Deps } from "../deps.ts";
import { preferencesView } from "../views/preferences-view.ts";

/** GET /notifications/preferences */
export const getPreferencesAction = ({ preferences, config }: Pick<Deps, "preferences" | "config">) =>
  implement(getPreferences, async (ctx) =>
    preferencesView(await preferences.find(ctx.caller.userId), config.read("notification.email_mode")),
  );
