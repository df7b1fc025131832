import type { VNode } from "preact";
import { Facts } from "#gateway/ui/parts/facts.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Badge, Name, Time } from "#gateway/ui/parts/values.tsx";
import { setUserStatus } from "#libs/contracts/account/admin.ts";
import { Loaded, useQuery } from "../../ui/use-query.tsx";
import { PersonName } from "../parts/person.tsx";
import { useStaff } from "../parts/staff.ts";
import { staffApi } from "../staff-session.ts";
import { RemovePicture } from "./remove-picture.tsx";
import { ResetFactors } from "./reset-factors.tsx";
import { RoleNames } from "./role-choice.tsx";
import { UserState } from "./states.tsx";
import { type Step, Steps } from "./steps.tsx";
import { type User, userOf } from "./user.ts";

interface UserCaseProps {
  readonly item: User;
  changed(): void;
}

/** One user: who it is, the state of the account, and what else one may see. */
export function UserCase({ item, changed }: UserCaseProps): VNode {
  // Tickets show the facts alone.
  const parts = useQuery("parts", () => import("./user-parts.tsx"));
  return (
    <>
      <h1 tabIndex={-1}>
        <PersonName userId={item.id} />
      </h1>
      <UserFacts item={item} />
      <Decisions item={item} changed={changed} />
      <Loaded query={parts} lines={4}>
        {({ UserParts }) => <UserParts item={item} changed={changed} />}
      </Loaded>
    </>
  );
}

/** Who a user is, and the state of the account. */
export function UserFacts({ item }: Pick<UserCaseProps, "item">): VNode {
  const { t, formats } = useReader();
  const { hrefOf } = useStaff();
  const { id, email, emailVerified, username, displayName, status, roles, secondFactors, createdAt, lastLoginAt } = item;
  const { openSessions, linkedSignIns, locale, timezone, creatorId, deletionScheduledAt, waiting } = item;
  const creator = creatorId === null ? null : hrefOf("CREATOR", creatorId);
  const none = "–";
  return (
    <Facts
      of={[
        [t("page.console.state"), <UserState key="state" state={status} />],
        [
          t("page.login.email"),
          <span key="email">
            <bdi dir="ltr">{email}</bdi> {!emailVerified && <Badge kind="warn">{t("page.staffPeople.unconfirmed")}</Badge>}
          </span>,
        ],
        [t("page.become.username"), username === null ? none : <bdi dir="ltr">@{username}</bdi>],
        [t("page.settings.name"), displayName === null ? none : <Name key="name">{displayName}</Name>],
        ...(creator === null
          ? []
          : [
              [
                t("page.console.creators"),
                <a key="creator" href={creator}>
                  {t("page.editor.title")}
                </a>,
              ] as const,
            ]),
        ...(deletionScheduledAt === null
          ? []
          : [[t("page.staffPeople.leaving"), <Time key="leaving" at={deletionScheduledAt} />] as const]),
        ...waiting.map(({ kind, dueAt }) => [t(`page.staffPeople.waiting.${kind}`), <Time key={kind} at={dueAt} />] as const),
        [t("page.staffPeople.joined"), <Time key="joined" at={createdAt} />],
        [t("page.staffPeople.lastLogin"), lastLoginAt === null ? none : <Time key="login" at={lastLoginAt} />],
        [t("page.staffPeople.sessions"), formats.number(openSessions)],
        [t("page.staffPeople.linked"), formats.number(linkedSignIns)],
        [t("page.settings.factors"), formats.number(secondFactors)],
        [t("page.frame.language"), new Intl.DisplayNames(useReader().locale, { type: "language" }).of(locale)],
        [t("page.settings.zone"), timezone ?? none],
        [t("page.console.roles"), <RoleNames key="roles" of={roles} />],
        [
          t("page.receipt.number"),
          <code key="id" dir="ltr">
            {id}
          </code>,
        ],
      ]}
    />
  );
}

type Next = User["statusNext"][number];

const STEPS: Readonly<Record<Next, Step>> = {
  ACTIVE: { verb: "page.staffPeople.reinstate", what: "page.staffPeople.reinstateUser", kind: "primary", reason: "staff" },
  SUSPENDED: { verb: "page.staffPeople.suspend", what: "page.staffPeople.suspendUser", kind: "danger", reason: "staff" },
  BANNED: { verb: "page.staffPeople.ban", what: "page.staffPeople.banUser", kind: "danger", reason: "staff" },
};

/** The buttons to suspend, ban and reinstate a user. A sentence replaces them when the reader may press none, or says who resets factors. */
function Decisions({ item, changed }: UserCaseProps): VNode | null {
  const { t } = useReader();
  const { me, may } = useStaff();
  const { id: userId, status, statusNext, factorResetDue } = item;
  if (!may(setUserStatus)) return item.secondFactors > 0 ? <p class="notice">{t("page.staffPeople.resetByAdmin")}</p> : null;
  if (userId === me.id) return <p class="notice">{t("page.staffPeople.ownAccount")}</p>;
  // Of an account that is being deleted, the state is its owner's.
  const isModerated = status in STEPS;
  return (
    <>
      {isModerated && statusNext.length === 0 && <p class="notice">{t("page.staffPeople.colleague")}</p>}
      <Steps
        userId={userId}
        changed={() => changed()}
        of="user"
        now={status}
        next={statusNext}
        steps={STEPS}
        Shown={UserState}
        send={(to, reason, idempotencyKey) => staffApi.call(setUserStatus, { userId, status: to, reason }, { idempotencyKey })}
        meanwhile={async () => ({ state: <UserState state={(await userOf(userId)).status} />, by: null, at: null })}
      />
      {statusNext.length > 0 && <RemovePicture userId={userId} changed={changed} />}
      {factorResetDue !== null && <ResetFactors userId={userId} dueAt={factorResetDue} changed={changed} />}
    </>
  );
}
