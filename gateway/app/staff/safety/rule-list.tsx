import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Name, Time } from "#gateway/ui/parts/values.tsx";
import { createModerationRule } from "#libs/contracts/messaging/moderation.ts";
import { casesPage } from "../parts/cases.tsx";
import { Category } from "./case-values.tsx";
import { allRules, findRule, KINDS, type ModerationRule } from "./rule.tsx";
import { RuleCase } from "./rule-case.tsx";

/** The rules that hold messages back, those that are on or off, and one of them. The interface lists them without pages. */
export default casesPage<ModerationRule, ModerationRule, "true" | "false">({
  path: "/admin/moderation/rules",
  title: "page.console.rules",
  kind: "RULE",
  create: { path: "/admin/moderation/rules/new", text: "page.staffSafety.newRule", action: createModerationRule },
  none: "page.staffSafety.noRules",
  notFound: "page.staffSafety.noRule",
  tabs: { by: "active", texts: { true: "page.staffSafety.on", false: "page.staffSafety.off" } },
  async list({ tab, page, limit }) {
    const rules = (await allRules()).filter(({ active }) => String(active) === tab);
    const items = rules.slice((page - 1) * limit, page * limit);
    return { items, total: rules.length, page, totalPages: Math.ceil(rules.length / limit) };
  },
  find: findRule,
  whole: (rule) => rule,
  idOf: ({ id }) => id,
  usersIn: () => [],
  Row: RuleRow,
  Case: RuleCase,
});

function RuleRow({ item: { name, kind, pattern, category, updatedAt } }: { readonly item: ModerationRule }): VNode {
  const { t } = useReader();
  return (
    <>
      <span class="text">
        <Name>{name}</Name>
        <span class="hint">
          {t(KINDS[kind])}
          {": "}
          <Name>{pattern}</Name>
        </span>
      </span>
      <span class="end">
        <Category of={category} />
        <span class="hint">
          <Time at={updatedAt} as="relative" />
        </span>
      </span>
    </>
  );
}
