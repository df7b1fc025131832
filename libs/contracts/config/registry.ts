import { action } from "#libs/contract-kit/contract.ts";
import { configEntry, MAX_REGISTRY_BYTES } from "./terms.ts";

export const listConfigDomains = action({
  name: "config.listDomains",
  summary: "The domains of the registry with their numbers of categories and keys",
  http: {
    method: "GET",
    path: "/admin/config/domains",
    auth: "admin",
    permission: "config:read",
    limit: "admin_config",
    cachedUntil: "settings change",
  },
  params: {},
  returns: {
    type: "array",
    max: 100,
    items: {
      type: "object",
      props: {
        domain: { type: "string" },
        categoryCount: { type: "number", integer: true },
        configCount: { type: "number", integer: true },
      },
    },
  },
  errors: [],
});

export const getConfigDomain = action({
  name: "config.getDomain",
  summary: "The entries of one domain, by category",
  http: {
    method: "GET",
    path: "/admin/config/domains/{domain}",
    auth: "admin",
    permission: "config:read",
    limit: "admin_config",
    cachedUntil: "settings change",
  },
  params: { domain: { type: "string" } },
  returns: {
    type: "object",
    props: {
      domain: { type: "string" },
      categories: {
        type: "array",
        items: { type: "object", props: { category: { type: "string" }, configs: { type: "array", items: configEntry } } },
        maxBytes: MAX_REGISTRY_BYTES,
      },
    },
  },
  errors: ["config.error.domain_not_found"],
});

export const listOrphans = action({
  name: "config.listOrphans",
  summary: "Stored keys that are not in the registry any more; their values are masked",
  http: {
    method: "GET",
    path: "/admin/config/orphans",
    auth: "admin",
    permission: "config:read",
    limit: "admin_config",
    cachedUntil: "settings change",
  },
  params: {},
  returns: { type: "array", items: configEntry, maxBytes: MAX_REGISTRY_BYTES },
  errors: [],
});

export const listAllConfig = action({
  name: "config.listAll",
  summary: "Every entry of the registry in one flat list",
  http: {
    method: "GET",
    path: "/admin/config/all",
    auth: "admin",
    permission: "config:read",
    limit: "admin_config",
    cachedUntil: "settings change",
    deprecated: { since: "2026-11-21", successor: "/admin/config/domains" },
  },
  params: {},
  returns: { type: "array", items: configEntry, maxBytes: MAX_REGISTRY_BYTES },
  errors: [],
});
