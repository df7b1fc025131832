import type { ConfigReader } from "#libs/config/reader.ts";
import { EMAIL_MODES, type EmailMode } from "#libs/contracts/notification.ts";
import type { PreferenceDoc } from "./data/preference.model.ts";

/** When a user's e-mails go out: as the user has chosen, else as the platform has it. */
export function emailModeOf(preferences: PreferenceDoc | null, config: ConfigReader): EmailMode {
  const chosen = preferences?.emailMode ?? config.read("notification.email_mode");
  return EMAIL_MODES.find((mode) => mode === chosen) ?? "INSTANT";
}
