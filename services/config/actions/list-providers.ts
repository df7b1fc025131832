import { implement } from "#libs/contract-kit/implement.ts";
import { listProviders } from "#libs/contracts/config/index.ts";
import { OFF, PROVIDER_SLOTS, PROVIDERS } from "#libs/policies/provider-slots.ts";
import { missingSettings } from "#libs/providers/missing-settings.ts";
import type { Deps } from "../deps.ts";

/** GET /admin/providers: names and missing settings, never a value. */
export const listProvidersAction = (deps: Pick<Deps, "config" | "env">) =>
  implement(listProviders, async () =>
    PROVIDER_SLOTS.map((slot) => {
      const active = deps.config.read(`provider.${slot}`);
      const implementations = Object.keys(PROVIDERS[slot]).map((name) => {
        const missing = missingSettings(slot, name, deps) ?? [];
        return { name, configured: missing.length === 0, missingSettings: missing };
      });
      return { slot, active: active === OFF ? null : active, configKey: `provider.${slot}`, implementations };
    }),
  );
