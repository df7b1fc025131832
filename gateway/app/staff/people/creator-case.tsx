import type { VNode } from "preact";
import { Facts } from "#gateway/ui/parts/facts.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Badge, Money, Time } from "#gateway/ui/parts/values.tsx";
import { setCreatorStatus } from "#libs/contracts/creator/profile.ts";
import { Loaded, useQuery } from "../../ui/use-query.tsx";
import { Person, PersonName } from "../parts/person.tsx";
import { useStaff } from "../parts/staff.ts";
import { staffApi } from "../staff-session.ts";
import { type Creator, type CreatorProps, creatorOf } from "./creator.ts";
import { CreatorCheck } from "./creator-check.tsx";
import { CreatorState, KycState, LEVEL_TEXTS } from "./states.tsx";
import { type Step, Steps } from "./steps.tsx";

/** One creator: the page, the identity check, the level and the accounts elsewhere. */
export function CreatorCase({ item, changed }: CreatorProps): VNode {
  const { t } = useReader();
  const { me } = useStaff();
  return (
    <>
      <h1 tabIndex={-1}>
        <PersonName userId={item.userId} username={item.username} />
      </h1>
      <CreatorFacts item={item} />
      {item.userId === me.id && <p class="notice">{t("page.staffPeople.ownCreator")}</p>}
      <Decisions item={item} changed={changed} />
      <CreatorCheck item={item} changed={() => changed()} />
      <Rest item={item} changed={changed} />
    </>
  );
}

/** One creator whose identity check waits: the check comes first, and after it the next one. */
export function CheckCase({ item, changed, decided }: CreatorProps & { decided(mark?: VNode): void }): VNode {
  return (
    <>
      <h1 tabIndex={-1}>
        <PersonName userId={item.userId} />
      </h1>
      <CreatorCheck item={item} changed={(state) => decided(state === null ? undefined : <KycState state={state} />)} />
      <CreatorFacts item={item} />
      <Decisions item={item} changed={changed} />
      <Rest item={item} changed={changed} />
    </>
  );
}

/** The level and the accounts elsewhere. They stand below what is decided, so they are loaded after it. */
function Rest(props: CreatorProps): VNode {
  const parts = useQuery("parts", () => Promise.all([import("./change-level.tsx"), import("./creator-accounts.tsx")]));
  return (
    <Loaded query={parts} lines={2}>
      {([{ ChangeLevel }, { CreatorAccounts }]) => (
        <>
          <ChangeLevel {...props} />
          <CreatorAccounts {...props} />
        </>
      )}
    </Loaded>
  );
}

function CreatorFacts({ item }: Pick<CreatorProps, "item">): VNode {
  const { t } = useReader();
  const { creatorId, userId, username, creatorStatus, level, levelPinned, dmActive, price, currency, createdAt } = item;
  return (
    <Facts
      of={[
        [t("page.support.asker"), <Person key="person" userId={userId} username={username} />],
        [
          t("page.console.state"),
          <span key="state">
            <CreatorState state={creatorStatus} /> {!dmActive && <Badge kind="neutral">{t("page.creator.closed")}</Badge>}
          </span>,
        ],
        ...(username === null
          ? []
          : [
              [
                t("page.editor.title"),
                <a key="page" href={`/${username}`} target="_blank" rel="noopener">
                  <bdi dir="ltr">/{username}</bdi>
                </a>,
              ] as const,
            ]),
        [
          t("page.staffPeople.level"),
          <span key="level">
            {t(LEVEL_TEXTS[level])} {levelPinned && <Badge kind="neutral">{t("page.staffPeople.pinned")}</Badge>}
          </span>,
        ],
        [t("page.become.price"), price === null ? t("page.state.free") : <Money key="price" amount={price} currency={currency} />],
        [t("page.staffPeople.joined"), <Time key="joined" at={createdAt} />],
        [
          t("page.receipt.number"),
          <code key="id" dir="ltr">
            {creatorId}
          </code>,
        ],
      ]}
    />
  );
}

type Next = Creator["statusNext"][number];

const STEPS: Readonly<Record<Next, Step>> = {
  ACTIVE: { verb: "page.staffPeople.reinstate", what: "page.staffPeople.reinstateCreator", kind: "primary", reason: "staff" },
  SUSPENDED: { verb: "page.staffPeople.suspend", what: "page.staffPeople.suspendCreator", kind: "danger", reason: "staff" },
  BANNED: { verb: "page.staffPeople.ban", what: "page.staffPeople.banCreator", kind: "danger", reason: "staff" },
  DEACTIVATED: { verb: "page.staffPeople.deactivate", what: "page.staffPeople.deactivateCreator", kind: "danger", reason: "staff" },
};

/** Suspend, ban, deactivate and reinstate: what the interface allows. */
function Decisions({ item, changed }: CreatorProps): VNode {
  const { creatorId, userId, creatorStatus, statusNext } = item;
  return (
    <Steps
      userId={userId}
      changed={() => changed()}
      of="creator"
      now={creatorStatus}
      next={statusNext}
      steps={STEPS}
      Shown={CreatorState}
      send={(to, reason, idempotencyKey) => staffApi.call(setCreatorStatus, { creatorId, creatorStatus: to, reason }, { idempotencyKey })}
      meanwhile={async () => ({ state: <CreatorState state={(await creatorOf(creatorId)).creatorStatus} />, by: null, at: null })}
    />
  );
}
