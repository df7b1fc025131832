import type { ErrorCode } from "../codes.ts";
import { accountErrors } from "./account.ts";
import { analyticsErrors } from "./analytics.ts";
import { configErrors } from "./config.ts";
import { contentErrors } from "./content.ts";
import { creatorErrors } from "./creator.ts";
import { creatorSocialErrors } from "./creator-socials.ts";
import { featureErrors } from "./features.ts";
import { gdprErrors } from "./gdpr.ts";
import { httpErrors } from "./http.ts";
import { imageErrors } from "./image.ts";
import { messageErrors } from "./message.ts";
import { moderationErrors } from "./moderation.ts";
import { notificationErrors } from "./notification.ts";
import { paymentErrors } from "./payment.ts";
import { payoutErrors } from "./payout.ts";
import { providerErrors } from "./provider.ts";
import { webhookErrors } from "./webhook.ts";

/** Every error that a client may see, by `i18nKey`. */
export const catalogue = {
  ...httpErrors,
  ...accountErrors,
  ...analyticsErrors,
  ...configErrors,
  ...contentErrors,
  ...creatorErrors,
  ...creatorSocialErrors,
  ...featureErrors,
  ...gdprErrors,
  ...imageErrors,
  ...messageErrors,
  ...moderationErrors,
  ...notificationErrors,
  ...paymentErrors,
  ...payoutErrors,
  ...webhookErrors,
  ...providerErrors,
} as const satisfies Record<string, { code: ErrorCode; message: string; forStaff?: string }>;

export type ErrorKey = keyof typeof catalogue;
