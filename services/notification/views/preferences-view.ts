import { NOTIFICATION_KEYS } from "#libs/contracts/notification/index.ts";
import type { PreferenceDoc } from "../data/preference.store.ts";
import { channelsOf, emailModeOf, isCritical } from "../domain/preferences.ts";

/** The preferences of a user as the interface shows them: every key, in the order of the specification. */
export function preferencesView(preferences: PreferenceDoc | null, platformMode: string) {
  return {
    preferences: NOTIFICATION_KEYS.map((eventKey) => ({
      eventKey,
      channels: channelsOf(eventKey, preferences?.switched),
      critical: isCritical(eventKey),
    })),
    emailMode: emailModeOf(preferences, platformMode),
  };
}
