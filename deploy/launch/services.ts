import { gatewayService } from "#gateway/gateway.service.ts";
import type { ServiceFactory } from "#libs/broker/create-broker.ts";
import { accountService } from "#services/account/account.service.ts";
import { configService } from "#services/config/config.service.ts";
import { creatorService } from "#services/creator/creator.service.ts";
import { messagingService } from "#services/messaging/messaging.service.ts";
import { walletService } from "#services/messaging/wallet/wallet.service.ts";
import { notificationService } from "#services/notification/notification.service.ts";

/** What runs in the process of each name; wallet shares the process and the database of messaging. */
export const processes = {
  config: [configService],
  account: [accountService],
  creator: [creatorService],
  messaging: [messagingService, walletService],
  notification: [notificationService],
  gateway: [gatewayService],
} as const satisfies Record<string, readonly ServiceFactory[]>;

export type ProcessName = keyof typeof processes;

export function isProcessName(name: string): name is ProcessName {
  return Object.hasOwn(processes, name);
}
