import type { ConfigKeyEntry, ValueOf } from "../key.ts";
import { accountKeys } from "./account.ts";
import { analyticsKeys } from "./analytics.ts";
import { creatorKeys } from "./creator.ts";
import { imageKeys } from "./images.ts";
import { legalKeys } from "./legal.ts";
import { messagingKeys } from "./messaging.ts";
import { notificationKeys } from "./notification.ts";
import { opsKeys } from "./ops.ts";
import { paymentKeys } from "./payment.ts";
import { providerKeys } from "./provider.ts";
import { rateLimitKeys } from "./ratelimit.ts";
import { siteKeys } from "./site.ts";
import { webhookKeys } from "./webhook.ts";

/** Configuration keys by domain (spec 2.12). */
export const configDomains = {
  account: accountKeys,
  analytics: analyticsKeys,
  creator: creatorKeys,
  images: imageKeys,
  legal: legalKeys,
  messaging: messagingKeys,
  notification: notificationKeys,
  ops: opsKeys,
  payment: paymentKeys,
  provider: providerKeys,
  ratelimit: rateLimitKeys,
  site: siteKeys,
  webhook: webhookKeys,
} as const satisfies Record<string, Record<string, ConfigKeyEntry>>;

export const configKeys = {
  ...accountKeys,
  ...analyticsKeys,
  ...creatorKeys,
  ...imageKeys,
  ...legalKeys,
  ...messagingKeys,
  ...notificationKeys,
  ...opsKeys,
  ...paymentKeys,
  ...providerKeys,
  ...rateLimitKeys,
  ...siteKeys,
  ...webhookKeys,
} as const;

export type ConfigKey = keyof typeof configKeys;
export type ConfigValue<K extends ConfigKey> = ValueOf<(typeof configKeys)[K]>;

const domainByKey = new Map(
  Object.entries(configDomains).flatMap(([domain, keys]) => Object.keys(keys).map((key) => [key, domain] as const)),
);

const domains: ReadonlySet<string> = new Set(Object.keys(configDomains));

export function isConfigKey(key: string): key is ConfigKey {
  return Object.hasOwn(configKeys, key);
}

export function entryOf(key: ConfigKey): ConfigKeyEntry {
  return configKeys[key];
}

export function domainOf(key: ConfigKey): string {
  return domainByKey.get(key) ?? "";
}

/** Every key, domain by domain. */
export const registeredKeys: readonly ConfigKey[] = Object.values(configDomains).flatMap((keys) => Object.keys(keys).filter(isConfigKey));

/** The keys of a domain; null when there is no such domain. */
export function keysOfDomain(domain: string): readonly ConfigKey[] | null {
  return domains.has(domain) ? registeredKeys.filter((key) => domainOf(key) === domain) : null;
}
