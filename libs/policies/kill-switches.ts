/** Kill switches: system → the error of its routes while the switch is active (spec 7, 503). */
export const KILL_SWITCHES = {
  MESSAGING: "features.messaging_disabled",
  CREATOR_UPGRADE: "features.creator_upgrade_disabled",
  DISCOVER: "features.discover_disabled",
  UPLOADS: "features.uploads_disabled",
  WEBHOOKS: "features.webhooks_disabled",
  PAYMENTS: "features.payments_disabled",
} as const;

export type KillSwitch = keyof typeof KILL_SWITCHES;

export function isKillSwitch(system: string): system is KillSwitch {
  return Object.hasOwn(KILL_SWITCHES, system);
}
