import type { ServiceFactory } from "#libs/platform/service/loadable.ts";

/**
 * The services of each process, by name; wallet shares the process and the database of messaging. A process loads only the code of its own
 * services.
 */
export const processes = {
  config: { config: async () => (await import("#services/config/config.service.ts")).configService },
  account: { account: async () => (await import("#services/account/account.service.ts")).accountService },
  content: { content: async () => (await import("#services/content/content.service.ts")).contentService },
  creator: { creator: async () => (await import("#services/creator/creator.service.ts")).creatorService },
  messaging: {
    messaging: async () => (await import("#services/messaging/messaging.service.ts")).messagingService,
    wallet: async () => (await import("#services/messaging/wallet/wallet.service.ts")).walletService,
  },
  notification: { notification: async () => (await import("#services/notification/notification.service.ts")).notificationService },
  analytics: { analytics: async () => (await import("#services/analytics/analytics.service.ts")).analyticsService },
  webhook: {
    webhook: async () => (await import("#services/webhook/webhook.service.ts")).webhookService,
    facts: async () => (await import("#services/webhook/facts/facts.service.ts")).factsService,
  },
  gateway: { gateway: async () => (await import("#gateway/gateway.service.ts")).gatewayService },
} as const satisfies Record<string, Readonly<Record<string, () => Promise<ServiceFactory>>>>;

export type ProcessName = keyof typeof processes;

export function isProcessName(name: string): name is ProcessName {
  return Object.hasOwn(processes, name);
}

/** The services of one process, by name. */
export async function loadProcess(name: ProcessName): Promise<Readonly<Record<string, ServiceFactory>>> {
  const loaded = Object.entries<() => Promise<ServiceFactory>>(processes[name]).map(
    async ([service, load]) => [service, await load()] as const,
  );
  return Object.fromEntries(await Promise.all(loaded));
}

/** The processes with a database; it has the name of its process. */
export const backendNames = (Object.keys(processes) as ProcessName[]).filter((name) => name !== "gateway");

/** The services of all processes but the gateway, by name. */
export async function loadBackends(): Promise<Readonly<Record<string, ServiceFactory>>> {
  return Object.assign({}, ...(await Promise.all(backendNames.map(loadProcess))));
}

/** The services of every process, by process and name. */
export async function loadAll(): Promise<Readonly<Record<string, Readonly<Record<string, ServiceFactory>>>>> {
  const names = Object.keys(processes) as ProcessName[];
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await loadProcess(name)] as const)));
}
