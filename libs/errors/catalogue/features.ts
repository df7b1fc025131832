import type { Catalogue } from "../codes.ts";

export const featureErrors = {
  "features.messaging_disabled": { code: "FEATURE_DISABLED", message: "Messaging is switched off for the moment." },
  "features.creator_upgrade_disabled": { code: "FEATURE_DISABLED", message: "Becoming a creator is switched off for the moment." },
  "features.discover_disabled": { code: "FEATURE_DISABLED", message: "Discovery is switched off for the moment." },
  "features.uploads_disabled": { code: "FEATURE_DISABLED", message: "Uploading pictures is switched off for the moment." },
  "features.payments_disabled": { code: "FEATURE_DISABLED", message: "Adding money is switched off for the moment." },
  "features.webhooks_disabled": { code: "FEATURE_DISABLED", message: "Sending webhooks is switched off for the moment." },
} as const satisfies Catalogue;
