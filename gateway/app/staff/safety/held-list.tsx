import type { VNode } from "preact";
import { TimeLeft } from "#gateway/ui/parts/message-state.tsx";
import { Name } from "#gateway/ui/parts/values.tsx";
import { REPORT_CATEGORY_TEXTS } from "../../client/report-categories.ts";
import { useQuery } from "../../ui/use-query.tsx";
import { casesPage } from "../parts/cases.tsx";
import { Category, Parties, Price } from "./case-values.tsx";
import { findHeldMessage, type HeldMessage, heldMessages } from "./held.ts";
import { HeldCase } from "./held-case.tsx";
import { TOGETHER } from "./held-together.tsx";
import { LISTS } from "./lists.ts";
import { findRule } from "./rule.tsx";

/** Messages that are held back, the longest waiting first, and one of them. */
export default casesPage<HeldMessage, HeldMessage, never>({
  path: "/admin/moderation",
  onePath: "/admin/moderation/messages",
  title: "page.console.moderation",
  kind: "MESSAGE",
  queue: "moderation",
  lists: LISTS,
  none: "page.staffSafety.noHeld",
  notFound: "page.staffSafety.noMessage",
  filters: ["ruleId"],
  search: [{ name: "category", label: "page.statement.category", options: REPORT_CATEGORY_TEXTS }],
  Filter: RuleName,
  list: ({ page, limit, filters }) => heldMessages({ ...filters, page, limit }),
  find: findHeldMessage,
  whole: (message) => message,
  idOf: ({ messageId }) => messageId,
  usersIn: ({ senderId, receiverId }) => [senderId, receiverId],
  opensNext: true,
  together: TOGETHER,
  Row: HeldRow,
  Case: HeldCase,
});

/** The name of the rule that the list is narrowed to. */
function RuleName({ id }: { readonly id: string }): VNode {
  const { data } = useQuery(id, () => findRule(id));
  return <Name>{data?.name ?? "…"}</Name>;
}

function HeldRow({ item }: { readonly item: HeldMessage }): VNode {
  const { rules, category, expiresAt, price } = item;
  return (
    <>
      <span class="text">
        <span>
          <Parties {...item} />
        </span>
        <span class="hint">
          <Name>{rules.map(({ name }) => name).join(", ")}</Name>
          {" · "}
          <Category of={category} />
        </span>
      </span>
      <span class="end">
        <Price of={price} />
        <span class="hint">
          <TimeLeft at={expiresAt} />
        </span>
      </span>
    </>
  );
}
