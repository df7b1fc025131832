import {
  clearConfigCache,
  configChanged,
  createFlag,
  getConfigDomain,
  getConfigKey,
  getEffectiveConfig,
  listAllConfig,
  listConfigAudit,
  listConfigDomains,
  listConfigHistory,
  listFlags,
  listKillSwitches,
  listOrphans,
  listScopedConfig,
  resetConfigKey,
  resetScopedConfig,
  rollbackConfig,
  setConfigKey,
  setKillSwitch,
  setScopedConfig,
  toggleFlag,
} from "#libs/contracts/config/index.ts";
import type { Area } from "../area.ts";

export const configuration: Area = {
  title: "Settings, feature flags and their audit",
  sections: ["4.1", "2.12"],
  groups: [
    {
      code: ["authorize.ts", "libs/policies/roles.ts"],
      rules: {
        "CFG-01": "Each of the 20 configuration routes is 401 without credentials.",
        "CFG-02": "Each of the 20 configuration routes is 403 for a plain user.",
        "CFG-03": "An administrator who may only read (role ANALYST) gets every read of the configuration, and 403 for every write.",
      },
    },
    {
      contracts: [listConfigDomains],
      rules: { "CFG-04": "The list of domains gives the number of categories and keys of each; the numbers add up to the registry." },
    },
    {
      contracts: [getConfigDomain],
      rules: {
        "CFG-05": "A domain is answered with its keys by category, each key as it is shown alone.",
        "CFG-06": "A domain that does not exist is 404 `config.error.domain_not_found`, however long its name.",
      },
    },
    {
      contracts: [listOrphans],
      rules: { "CFG-07": "Orphans are the stored keys that the registry does not know any more; a fresh system has none." },
    },
    {
      contracts: [listAllConfig],
      rules: {
        "CFG-08": "The flat list holds every key of the registry and is deprecated, in the description and by a `Deprecation` header.",
      },
    },
    {
      contracts: [getConfigKey],
      rules: {
        "CFG-09": "One key is read by its dotted name, with type, bounds, value and source.",
        "CFG-10": "A key that does not exist is 404 `config.error.key_not_found` on every route that names one.",
      },
    },
    {
      contracts: [setConfigKey],
      code: ["check-value.ts"],
      rules: {
        "CFG-11": "A PATCH overrides the value of a key: 200 `{success: true}`, and from then on its source is ADMIN.",
        "CFG-12": "A value of the wrong type, or outside the set of an enum, is 400 and changes nothing.",
        "CFG-13": "A number outside the bounds of its key is 400; the bounds themselves are taken (`dm.timeout_hours` 1 to 720).",
        "CFG-67":
          "Settings that depend on each other stay consistent: a minimum above its maximum is 400, also by a reset or a rollback, and changes nothing.",
        "CFG-68": "A commission is at most 0.99, so that something is left to the creator.",
        "CFG-69": "Each key is shown with its constraints: bounds, allowed values, pattern, lengths.",
        "CFG-14": "A PATCH without `value` is 400.",
        "CFG-15": "A key that only the environment sets is 400 `config.error.env_only` and keeps its value, also against a stored row.",
        "CFG-21": "A wrong type is 400 before anybody looks for placeholders.",
      },
    },
    {
      contracts: [setScopedConfig, resetConfigKey],
      code: ["check-value.ts"],
      rules: { "CFG-16": "A scoped value or a reset of a key that only the environment sets is 400 `config.error.env_only`." },
    },
    {
      contracts: [setConfigKey, setScopedConfig],
      code: ["check-value.ts"],
      rules: {
        "CFG-17":
          "`siteName`, `tagline` and `copyrightHolder` refuse test, placeholder, example, lorem, todo, asdf, xxx and jjj: 422, naming the word.",
        "CFG-18": "A placeholder is found anywhere in the text and in any letter case.",
        "CFG-19": "The same words are fine in every other key.",
        "CFG-20": "A placeholder in a scoped value is 422 as well.",
      },
    },
    {
      contracts: [setConfigKey],
      code: ["reader.ts", "config-sync.ts"],
      rules: {
        "CFG-22": "A changed setting takes effect without a restart; in the process that made the change, before it answers.",
        "CFG-61": "A read right after a change shows the new value from every replica; every process has it within two seconds.",
      },
    },
    {
      contracts: [setConfigKey],
      code: ["commit-change.ts"],
      rules: {
        "CFG-23":
          "A change leaves one audit entry with key, old and new value, who and when; of changes at one time the newest is the one that holds.",
        "CFG-24": "A change that is refused or fails leaves nothing: no audit entry, no event, no new version.",
        "CFG-59":
          "Of two changes that expect the same version one is made and the other is 409; a version that was seen does not come back.",
      },
    },
    {
      code: ["masking.ts", "value-sealer.ts", "remove-dependent-secrets.ts"],
      rules: {
        "CFG-25":
          "A sensitive value is masked in every read, audit entry and event and sealed in the store; it goes away when the place it was meant for changes.",
      },
    },
    {
      contracts: [getEffectiveConfig],
      code: ["reader.ts"],
      rules: {
        "CFG-26":
          "The effective value comes with `default`, `active` and `source`; of an untouched key active is the default and source DEFAULT.",
        "CFG-27": "A key that the environment sets has source ENV until an administrator overrides it.",
        "CFG-28":
          "For a platform, region or tier the most specific override is answered: tier, then region, then platform, then the global one.",
      },
    },
    {
      contracts: [setScopedConfig],
      rules: {
        "CFG-29": "A scoped override is 201 and is seen by callers of that platform, region or tier only.",
        "CFG-30": "A scope that is not platform, region or tier is 400, and so is a missing `scopeValue`.",
        "CFG-31": "A scoped value of a key that does not exist is 404.",
      },
    },
    {
      contracts: [setScopedConfig],
      code: ["scope-values.ts", "check-value.ts"],
      rules: {
        "CFG-63": "An override for a scope that the key does not declare is 400; one that is stored already has no effect.",
        "CFG-64": "The value of a scope is a platform, FAN or a level of creators, or a country of ISO 3166-1; any other is 400.",
      },
    },
    {
      contracts: [listScopedConfig],
      code: ["list-scoped.ts"],
      rules: { "CFG-65": "The scoped overrides of a key are listed with their values, last changes and whether they have an effect." },
    },
    {
      contracts: [resetScopedConfig],
      code: ["reset-scoped.ts"],
      rules: { "CFG-66": "The removal of a scoped override is audited, published and effective at once; removing none is no error." },
    },
    {
      contracts: [resetConfigKey],
      rules: {
        "CFG-32": "A reset is 201 and takes the global override away: environment or default hold again, scoped overrides stay.",
        "CFG-33": "A reset of a key that does not exist is 404.",
        "CFG-34": "A reset of a key without an override is 201 and does nothing; of two resets at once one counts.",
      },
    },
    {
      contracts: [listConfigHistory],
      rules: {
        "CFG-35": "The history of a key holds its last 200 changes, newest first, with who made them and when.",
        "CFG-36": "The history of a key that does not exist is 404.",
      },
    },
    {
      contracts: [rollbackConfig],
      code: ["revert-change.ts"],
      rules: {
        "CFG-37":
          "A rollback gives a key, flag or switch the value from before the named audit entry, in its scope; it is a new audit entry itself.",
        "CFG-38": "A rollback to an entry that does not exist is 404 `config.error.audit_entry_not_found`; without an id it is 400.",
        "CFG-39": "The rollback of a first change leaves no override at all, so that default and environment hold again.",
        "CFG-40": "A rollback to a value that would be refused today, or to a secret that was not stored, is 400 and changes nothing.",
      },
    },
    {
      contracts: [listConfigAudit],
      code: ["audit-page.ts"],
      rules: {
        "CFG-41": "The audit log is a page list of all changes, newest first.",
        "CFG-42": "The audit log can be limited to one domain.",
        "CFG-43": "The audit log can be limited to the changes of one administrator.",
        "CFG-44": "`days` is 1 to 365 and leaves out older entries; anything else is 400.",
        "CFG-45": "`limit` is 1 to 200 and 50 when it is absent; anything else is 400.",
        "CFG-46": "`offset` is 0 to 10000, deprecated and marked so by a header; it counts only when there is no `page`.",
        "CFG-47": "`page` begins at 1; 0 is 400.",
      },
    },
    {
      contracts: [clearConfigCache],
      code: ["config-sync.ts"],
      rules: {
        "CFG-48": "Clearing the cache is 201 for a super admin and 403 for every other role.",
        "CFG-49": "After the cache was cleared every process shows what was changed in the store behind its back.",
      },
    },
    {
      contracts: [listFlags, createFlag],
      rules: {
        "CFG-50": "The flags are listed, each with its key, state and last change.",
        "CFG-51": "Creating a flag is 201 with the flag as `data`.",
        "CFG-52": "A flag with a key that is taken is 409 `config.error.flag_exists`; of ten creations at once exactly one succeeds.",
        "CFG-53":
          "A flag key begins with a lowercase letter and consists of lowercase letters, digits, dots, underscores and hyphens; any other is 400.",
      },
    },
    {
      contracts: [toggleFlag],
      rules: {
        "CFG-54": "Toggling a flag is 200 `{success: true}` and shows in the list.",
        "CFG-55": "Toggling a flag that does not exist is 404 `config.error.flag_not_found`; without `enabled` it is 400.",
      },
    },
    {
      contracts: [listKillSwitches, setKillSwitch],
      rules: {
        "CFG-56":
          "The list of kill switches names every system, MESSAGING, CREATOR_UPGRADE, DISCOVER and WEBHOOKS among them, all inactive at first.",
        "CFG-57": "A switch is set by `active` and an optional `reason`, for a system in any letter case; without `active` it is 400.",
      },
    },
    {
      contracts: [setScopedConfig, resetConfigKey, rollbackConfig, createFlag, clearConfigCache],
      rules: { "CFG-58": "Every POST of the configuration that succeeds is 201, also when it creates nothing." },
    },
    {
      contracts: [configChanged],
      code: ["commit-change.ts"],
      rules: { "CFG-60": "Each change is told by the event `config.changed` with key, domain and scope, and without a sensitive value." },
    },
    {
      code: ["ratelimit.ts", "rate-limit.ts"],
      rules: { "CFG-62": "An administrator may send 120 requests a minute to each configuration route; the number is a setting." },
    },
  ],
};
