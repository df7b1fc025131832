import { implement } from "#libs/contract-kit/implement.ts";
import { listProviders } from "#libs/contracts/config/index.ts";
import { OFF, PROVIDER_SLOTS, PROVIDERS } from "#libs/policies/provider-slots.ts";
import { missingSettings } from "#libs/providers/missing-settings.ts";
import type { Deps } from "../deps.ts";

/** GET /admin/providers: names and missing settings, never a value. */
export const listProvidersAction = ({ config }: Pick<Deps, "config">) =>
  implement(listProviders, async () =>
    PROVIDER_SLOTS.map((slot) => {
      const active = config.read(`provider.${slot}`);
      const implementations = Object.keys(PROVIDERS[slot]).map((name) => {
        const missing = missingSettings(slot, name, config) ?? [];
        return { name, configured: missing.length === 0, missingSettings: missing };
      });
      return { slot, active: active === OFF ? null : active, configKey: `provider.${slot}`, implementations };
    }),
  );
