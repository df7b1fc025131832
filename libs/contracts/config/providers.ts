import { action } from "#libs/contract-kit/contract.ts";
import { nullableText } from "../shared.ts";

const names = { type: "array", items: { type: "string" }, max: 20 } as const;

export const listProviders = action({
  name: "config.listProviders",
  summary: "The provider slots with their implementations, the active one and the settings that are missing",
  http: {
    method: "GET",
    path: "/admin/providers",
    auth: "admin",
    permission: "config:read",
    limit: "admin_config",
    cachedUntil: "settings change",
  },
  params: {},
  returns: {
    type: "array",
    max: 20,
    items: {
      type: "object",
      props: {
        slot: { type: "string" },
        active: { ...nullableText, description: "The implementation that the setting names; null while the slot is off" },
        configKey: { type: "string", description: "The setting that selects the implementation" },
        implementations: {
          type: "array",
          max: 10,
          items: {
            type: "object",
            props: {
              name: { type: "string" },
              configured: { type: "boolean", description: "Whether all settings that it requires are set" },
              missingSettings: names,
            },
          },
        },
      },
    },
  },
  errors: [],
});
