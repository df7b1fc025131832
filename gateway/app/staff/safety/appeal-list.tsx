import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Badge, Name, Time } from "#gateway/ui/parts/values.tsx";
import { type AppealStatus, listAppeals } from "#libs/contracts/messaging/moderation-appeals.ts";
import { casesPage } from "../parts/cases.tsx";
import { Person } from "../parts/person.tsx";
import { useStaff } from "../parts/staff.ts";
import { staffApi } from "../staff-session.ts";
import { type Appeal, AppealState, findAppeal, obstacleFor, STATES } from "./appeal.tsx";
import { AppealCase } from "./appeal-case.tsx";
import { Price } from "./case-values.tsx";
import { LISTS } from "./lists.ts";

/** Appeals in one state, and one of them. */
export default casesPage<Appeal, Appeal, AppealStatus>({
  path: "/admin/moderation/appeals",
  title: "page.console.appeals",
  kind: "APPEAL",
  queue: "appeals",
  lists: LISTS,
  none: "page.staffSafety.noAppeals",
  notFound: "page.staffSafety.noAppeal",
  tabs: { by: "status", texts: { OPEN: STATES.OPEN.text, UPHELD: STATES.UPHELD.text, REVERSED: STATES.REVERSED.text } },
  filters: ["userId"],
  list: ({ tab, filters, ...part }) => staffApi.call(listAppeals, { ...filters, status: tab, ...part }),
  find: findAppeal,
  whole: (appeal) => appeal,
  idOf: ({ appealId }) => appealId,
  usersIn: ({ senderId, receiverId, firstModerator, decidedBy }) =>
    [senderId, receiverId, firstModerator, decidedBy].filter((each) => each !== null),
  Row: AppealRow,
  Case: AppealCase,
});

function AppealRow({ item }: { readonly item: Appeal }): VNode {
  const { t } = useReader();
  const { me } = useStaff();
  const { senderId, reason, price, status, createdAt } = item;
  return (
    <>
      <span class="text">
        <span>
          <Person userId={senderId} isPlain />
        </span>
        <span class="hint preview">
          <Name>{reason}</Name>
        </span>
      </span>
      <span class="end">
        <Price of={price} />
        <span class="hint">
          {obstacleFor(item, me.id) === null ? (
            <AppealState status={status} />
          ) : (
            <Badge kind="neutral">{t("page.staffSafety.notYours")}</Badge>
          )}{" "}
          <Time at={createdAt} as="relative" />
        </span>
      </span>
    </>
  );
}
