import type { VNode } from "preact";
import { Facts } from "#gateway/ui/parts/facts.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Badge, Time } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { type GDPR_STATUSES, type GDPR_TYPES, listAllGdprRequests } from "#libs/contracts/account/gdpr.ts";
import { casesPage } from "../parts/cases.tsx";
import { Person, PersonName } from "../parts/person.tsx";
import { staffApi } from "../staff-session.ts";
import { ErasureReceipt } from "./erasure-receipt.tsx";

type Status = (typeof GDPR_STATUSES)[number];
type Type = (typeof GDPR_TYPES)[number];

interface Wanted {
  readonly id?: string;
  readonly type?: Type;
  readonly page?: number;
  readonly limit?: number;
}

const requestsOf = (wanted: Wanted) => staffApi.call(listAllGdprRequests, wanted);

type PrivacyRequest = Awaited<ReturnType<typeof requestsOf>>["items"][number];

const TYPES = {
  DELETION: "page.staffPrivacy.deletion",
  EXPORT: "page.staffPrivacy.export",
} as const satisfies Record<Type, TextKey>;

const STATES = {
  PENDING: { kind: "warn", text: "page.staffPrivacy.pending" },
  PROCESSING: { kind: "warn", text: "page.staffPrivacy.processing" },
  COMPLETED: { kind: "good", text: "page.staffPrivacy.completed" },
  CANCELLED: { kind: "neutral", text: "page.staffPrivacy.cancelled" },
  FAILED: { kind: "danger", text: "page.staffPrivacy.failed" },
} as const satisfies Record<Status, { readonly kind: string; readonly text: TextKey }>;
const STATE_TEXTS = Object.fromEntries(Object.entries(STATES).map(([status, { text }]) => [status, text]));

/** Deletions or exports, newest first, and one of them with its receipt. */
export default casesPage<PrivacyRequest, PrivacyRequest, Type>({
  path: "/admin/privacy",
  title: "page.console.privacyRequests",
  kind: "PRIVACY_REQUEST",
  none: "page.staffPrivacy.noRequests",
  notFound: "page.staffPrivacy.noRequest",
  tabs: { by: "type", texts: TYPES },
  filters: ["userId"],
  search: [{ name: "status", label: "page.console.state", options: STATE_TEXTS }],
  list: ({ tab, page, limit, filters }) => requestsOf({ ...filters, type: tab, page, limit }),
  find: async (id) => (await requestsOf({ id })).items[0] ?? null,
  whole: (request) => request,
  idOf: ({ id }) => id,
  usersIn: ({ userId }) => [userId],
  Row: RequestRow,
  Case: RequestCase,
});

function State({ status }: Pick<PrivacyRequest, "status">): VNode {
  const { kind, text } = STATES[status];
  return <Badge kind={kind}>{useReader().t(text)}</Badge>;
}

function RequestRow({ item: { type, status, userId, createdAt } }: { readonly item: PrivacyRequest }): VNode {
  const { t } = useReader();
  return (
    <>
      <span class="text">
        <span>{t(TYPES[type])}</span>
        <span class="hint">
          <Person userId={userId} isPlain />
        </span>
      </span>
      <span class="end">
        <State status={status} />
        <span class="hint">
          <Time at={createdAt} as="relative" />
        </span>
      </span>
    </>
  );
}

function RequestCase({
  item: { type, status, userId, createdAt, scheduledAt, endedAt, receipt },
}: {
  readonly item: PrivacyRequest;
}): VNode {
  const { t } = useReader();
  const ended = endedAt === null ? [] : [[t("page.staffPrivacy.ended"), <Time key="ended" at={endedAt} />] as const];
  return (
    <>
      <h1 tabIndex={-1}>
        {t(TYPES[type])}: <PersonName userId={userId} />
      </h1>
      <Facts
        of={[
          [t("page.staffPrivacy.person"), <Person key="person" userId={userId} />],
          [t("page.console.state"), <State key="state" status={status} />],
          [t("page.staffPrivacy.requested"), <Time key="requested" at={createdAt} />],
          [t("page.staffPrivacy.due"), <Time key="due" at={scheduledAt} />],
          ...ended,
        ]}
      />
      {type === "DELETION" && <ErasureReceipt of={receipt} />}
      <p>
        <a href={`/admin/privacy?${new URLSearchParams({ type, userId })}`}>{t("page.staffPrivacy.ofPerson")}</a>
      </p>
    </>
  );
}
