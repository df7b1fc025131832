import { expect, it } from "@jest/globals";
import { STAFF_ACTIONS } from "#libs/contracts/config/audited-actions.ts";
import { allContracts } from "#libs/contracts/index.ts";
import { LOCALES } from "#libs/contracts/shared.ts";
import { bundleOf } from "#libs/platform/i18n/bundles.ts";

const TEXTS = "page.staffAudit.";

it.each(LOCALES)(
  "CON-27 each action of staff that the audit records has one text of its own in %s, and no other action has one",
  (locale) => {
    const texts = Object.entries(bundleOf(locale)).filter(([key]) => key.startsWith(TEXTS));
    expect(texts.map(([key]) => key.replace(TEXTS, "")).sort()).toEqual([...STAFF_ACTIONS].sort());
    expect(new Set(texts.map(([, text]) => text)).size).toBe(STAFF_ACTIONS.length);
  },
);

it("CON-27 each table that staff download is an action of the audit", () => {
  const exported = allContracts.filter(({ http }) => http?.path.startsWith("/admin/") && http.csv !== undefined).map(({ name }) => name);
  expect(exported.filter((name) => !(STAFF_ACTIONS as readonly string[]).includes(name))).toEqual([]);
  expect(exported.length).toBeGreaterThan(5);
});
