import type { ConfigKeyEntry } from "../key.ts";

export const legalKeys = {
  "legal.terms_of_service": {
    category: "texts",
    type: "text",
    default: null,
    maxLength: 200_000,
    html: true,
    description: "Terms of service, HTML",
  },
  "legal.privacy_policy": {
    category: "texts",
    type: "text",
    default: null,
    maxLength: 200_000,
    html: true,
    description: "Privacy policy, HTML",
  },
} as const satisfies Record<string, ConfigKeyEntry>;
