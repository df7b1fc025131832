import { gatewayService } from "#gateway/gateway.service.ts";
import type { ServiceFactory } from "#libs/broker/create-broker.ts";
import { accountService } from "#services/account/account.service.ts";
import { analyticsService } from "#services/analytics/analytics.service.ts";
import { configService } from "#services/config/config.service.ts";
import { contentService } from "#services/content/content.service.ts";
import { creatorService } from "#services/creator/creator.service.ts";
import { messagingService } from "#services/messaging/messaging.service.ts";
import { walletService } from "#services/messaging/wallet/wallet.service.ts";
import { notificationService } from "#services/notification/notification.service.ts";
import { webhookService } from "#services/webhook/webhook.service.ts";

/** What runs in the process of each name, by service name; wallet shares the process and the database of messaging. */
export const processes = {
  config: { config: configService },
  account: { account: accountService },
  content: { content: contentService },
  creator: { creator: creatorService },
  messaging: { messaging: messagingService, wallet: walletService },
  notification: { notification: notificationService },
  analytics: { analytics: analyticsService },
  webhook: { webhook: webhookService },
  gateway: { gateway: gatewayService },
} as const satisfies Record<string, Readonly<Record<string, ServiceFactory>>>;

export type ProcessName = keyof typeof processes;

export function isProcessName(name: string): name is ProcessName {
  return Object.hasOwn(processes, name);
}

/** The services of one process. */
export function servicesOf(name: ProcessName): readonly ServiceFactory[] {
  return Object.values(processes[name]);
}

/** The services of all processes. */
export function allServices(): readonly ServiceFactory[] {
  return Object.values(processes).flatMap((services) => Object.values(services));
}
