import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Time } from "#gateway/ui/parts/values.tsx";
import { MIN_USERNAME_PREFIX } from "#libs/contracts/account/users.ts";
import { listCreators } from "#libs/contracts/creator/creators.ts";
import { orNull } from "../../client/or-null.ts";
import type { AppPage } from "../../ui/app-page.ts";
import { casesPage } from "../parts/cases.tsx";
import type { Cases } from "../parts/cases-of.ts";
import { Since } from "../parts/part.tsx";
import { Person } from "../parts/person.tsx";
import { staffApi } from "../staff-session.ts";
import { type Creator, creatorOf } from "./creator.ts";
import { CheckCase, CreatorCase } from "./creator-case.tsx";
import { CREATOR_OPTIONS, CreatorState, KYC_OPTIONS, KycState, LEVEL_TEXTS } from "./states.tsx";

const creatorsOf = (query: Readonly<Record<string, unknown>>) => staffApi.call(listCreators, query);

type Row = Awaited<ReturnType<typeof creatorsOf>>["results"][number];

const creators: Cases<Row, Creator, never> = {
  path: "/admin/creators",
  title: "page.console.creators",
  kind: "CREATOR",
  none: "page.staffPeople.noneFound",
  notFound: "page.staffPeople.noCreator",
  search: [
    { name: "username", label: "page.staffPeople.nameBeginning", minLength: MIN_USERNAME_PREFIX },
    { name: "status", label: "page.console.state", options: CREATOR_OPTIONS },
    { name: "level", label: "page.staffPeople.level", options: LEVEL_TEXTS },
    { name: "kycStatus", label: "page.identity.title", options: KYC_OPTIONS },
    {
      name: "sort",
      label: "page.staffPeople.order",
      options: { oldest: "page.staffPeople.waitsLongest" },
      none: "page.staffPeople.newest",
    },
  ],
  async list({ cursor, limit, filters: { sort, ...filters } }) {
    // The order of a beginning is that of the names.
    const order = filters.username === undefined && sort !== undefined ? { sort } : {};
    const { results, nextCursor } = await creatorsOf({ ...filters, ...order, cursor, limit });
    return { items: results, nextCursor };
  },
  find: (creatorId) => orNull(creatorOf(creatorId), 400, 404),
  whole: () => null,
  idOf: ({ creatorId }) => creatorId,
  usersIn: ({ userId }) => [userId],
  Row: CreatorRow,
  Case: CreatorCase,
};

const Creators = casesPage(creators);
const Checks = casesPage({
  ...creators,
  title: "page.console.identityChecks",
  none: "page.staffPeople.noChecks",
  Row: CheckRow,
  Case: CheckCase,
});

/** Creators by name, state, level and identity check; the checks that wait have a title of their own. */
export default function CreatorsPage(page: AppPage): VNode {
  const isWaiting = page.query.get("kycStatus") === "IN_REVIEW" && page.query.get("sort") === "oldest";
  return isWaiting ? <Checks {...page} /> : <Creators {...page} />;
}

function CreatorRow({ item: { userId, username, creatorStatus, level, kycStatus } }: { readonly item: Row }): VNode {
  const { t } = useReader();
  return (
    <>
      <span class="text">
        <span>
          <Person userId={userId} username={username} isPlain />
        </span>
        <span class="hint">{t(LEVEL_TEXTS[level])}</span>
      </span>
      <span class="end">
        <CreatorState state={creatorStatus} />
        <KycState state={kycStatus} />
      </span>
    </>
  );
}

function CheckRow({ item: { userId, username, kycStatus, kycChangedAt, createdAt } }: { readonly item: Row }): VNode {
  return (
    <>
      <span class="text">
        <span>
          <Person userId={userId} username={username} isPlain />
        </span>
        <span class="hint">
          <Time at={createdAt} as="date" />
        </span>
      </span>
      <span class="end">
        <KycState state={kycStatus} />
        {kycChangedAt !== null && <Since at={kycChangedAt} />}
      </span>
    </>
  );
}
