import type { TextKey } from "#gateway/ui/texts.ts";
import type { KillSwitch } from "#libs/policies/kill-switches.ts";

/** The systems that staff can switch off. */
export const SYSTEMS = {
  MESSAGING: "page.console.switchMessaging",
  CREATOR_UPGRADE: "page.console.switchUpgrade",
  DISCOVER: "page.console.switchDiscover",
  UPLOADS: "page.console.switchUploads",
  WEBHOOKS: "page.console.switchWebhooks",
  PAYMENTS: "page.console.switchPayments",
} as const satisfies Record<KillSwitch, TextKey>;
