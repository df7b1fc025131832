import { OPENING_STEPS, type OpeningStep, type Overview } from "#libs/contracts/config/index.ts";
import { FOR_TRIAL, type ProviderSlot } from "#libs/policies/provider-slots.ts";
import { missingSettings, type SettingsHost } from "#libs/providers/missing-settings.ts";
import type { AlarmDoc } from "../data/alarm.store.ts";
import type { Backlogs } from "./backlogs.ts";

/** The steps before the site can open. That of the administrators is null while the account service is silent. */
export function openingSteps(host: SettingsHost, { account }: Backlogs, alarms: readonly AlarmDoc[]): NonNullable<Overview["opening"]> {
  const { config } = host;
  const isServed = (slot: ProviderSlot) => {
    const active = config.read(`provider.${slot}`);
    return !FOR_TRIAL.includes(active) && missingSettings(slot, active, host)?.length === 0;
  };
  const done: Readonly<Record<OpeningStep, boolean | null>> = {
    HOST: config.read("site.public_host").startsWith("https://"),
    TERMS: hasText(config.read("legal.terms_of_service")),
    PRIVACY: hasText(config.read("legal.privacy_policy")),
    MAIL: isServed("email"),
    PAYMENT: isServed("payment") && !alarms.some(({ alarm, endedAt }) => alarm === "ProviderDown" && endedAt === null),
    ADMINS: account ? account.superAdmins > 1 : null,
  };
  return OPENING_STEPS.map((key) => ({ key, done: done[key] }));
}

const hasText = (text: string | null): boolean => text !== null && text !== "";
