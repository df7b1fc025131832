import type { ConfigKeyEntry } from "../key.ts";

export const siteKeys = {
  siteName: {
    category: "identity",
    type: "string",
    default: "Creator Platform",
    maxLength: 100,
    noPlaceholder: true,
    description: "Name of the site",
  },
  tagline: {
    category: "identity",
    type: "string",
    default: "Messages that matter",
    maxLength: 200,
    noPlaceholder: true,
    description: "Tagline of the site",
  },
  copyrightHolder: {
    category: "identity",
    type: "string",
    default: "Creator Platform",
    maxLength: 200,
    noPlaceholder: true,
    description: "Copyright holder",
  },
  "site.support_email": {
    category: "contact",
    type: "string",
    default: "",
    maxLength: 254,
    description: "E-mail address shown for support",
  },
  "site.public_host": {
    category: "identity",
    type: "string",
    default: "http://127.0.0.1:3000",
    maxLength: 300,
    envOnly: true,
    description: "Base URL of public bio pages",
  },
  "discover.page_size": {
    category: "discovery",
    type: "number",
    default: 20,
    min: 1,
    max: 100,
    integer: true,
    capped: true,
    scopes: ["platform", "region"],
    description: "Creators on a page of discovery",
  },
} as const satisfies Record<string, ConfigKeyEntry>;
