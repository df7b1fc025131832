import type { VNode } from "preact";
import { Empty } from "#gateway/ui/parts/controls.tsx";
import { Choice } from "#gateway/ui/parts/fields.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Row } from "#gateway/ui/parts/row.tsx";
import { Tabs } from "#gateway/ui/parts/tabs.tsx";
import { Money, Time } from "#gateway/ui/parts/values.tsx";
import type { StaffKind } from "#libs/contracts/config/console.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { listAdminTransactions, USER_LEDGER_KINDS, type WalletKind } from "#libs/contracts/wallet/index.ts";
import { go } from "../../client/navigation.ts";
import { Pages, pageOf } from "../../ui/pager.tsx";
import { Loaded, useQuery } from "../../ui/use-query.tsx";
import { PAGE_SIZE } from "../parts/cases-of.ts";
import { CsvLink } from "../parts/csv-link.tsx";
import { type StaffReader, useStaff } from "../parts/staff.ts";
import { staffApi } from "../staff-session.ts";
import { KIND_NAMES } from "./kind-names.ts";
import { WALLET_NAMES, type Wallet } from "./wallets-of.tsx";

const movementsOf = (wanted: {
  readonly userId: string;
  readonly wallet: WalletKind;
  readonly kind?: (typeof USER_LEDGER_KINDS)[number];
  readonly page: number;
}) => staffApi.call(listAdminTransactions, { ...wanted, limit: PAGE_SIZE });

type List = Awaited<ReturnType<typeof movementsOf>>;

interface MovementsProps {
  readonly userId: string;
  readonly wallets: readonly Wallet[];
  readonly query: URLSearchParams;
  /** How often the reader has changed a wallet of this page. */
  readonly acts: number;
}

/**
 * The movements of one of the wallets. Each look is audited, so the page asks once for what its address shows, again after an act of its reader,
 * and not by itself.
 */
export function Movements({ userId, wallets, query, acts }: MovementsProps): VNode {
  const { t } = useReader();
  const [first] = wallets;
  const { kind: wallet = "FAN" } = wallets.find(({ kind }) => kind === query.get("wallet")) ?? first ?? {};
  const kind = USER_LEDGER_KINDS.find((each) => each === query.get("kind"));
  const page = pageOf(query);
  const filters = { wallet, ...(kind && { kind }) };
  const path = `/admin/wallets/${encodeURIComponent(userId)}`;
  const address = `${path}?${new URLSearchParams(filters)}`;
  const loaded = useQuery(`${address} ${page} ${acts}`, () => movementsOf({ userId, ...filters, page }));
  const tabs = wallets.map((each) => ({
    href: `${path}?wallet=${each.kind}`,
    text: t(WALLET_NAMES[each.kind]),
    isCurrent: each.kind === wallet,
  }));
  return (
    <section aria-labelledby="movements">
      <h2 id="movements">{t("page.wallet.movements")}</h2>
      <p class="hint">{t("page.staffMoney.recorded")}</p>
      {tabs.length > 1 && <Tabs label={t("page.wallet.movements")} tabs={tabs} />}
      <Choice
        label={t("page.links.kind")}
        name="kind"
        value={kind ?? ""}
        options={[
          { value: "", text: t("page.console.showAll") },
          ...USER_LEDGER_KINDS.map((each) => ({ value: each, text: t(KIND_NAMES[each]) })),
        ]}
        onChange={({ currentTarget: { value } }) => go(`${path}?wallet=${wallet}${value && `&kind=${value}`}`)}
      />
      <Loaded query={loaded}>{(list) => <Rows {...{ list, address, userId, filters }} />}</Loaded>
    </section>
  );
}

interface RowsProps {
  readonly list: List;
  readonly address: string;
  readonly userId: string;
  readonly filters: Readonly<Record<string, string>>;
}

function Rows({ list, address, userId, filters }: RowsProps): VNode {
  const { t, formats } = useReader();
  return (
    <>
      <p class="actions apart">
        <span class="hint">{t("page.console.total", { number: formats.number(list.total) })}</span>
        {list.total > 0 && <CsvLink of={listAdminTransactions} params={{ userId }} filters={filters} />}
      </p>
      {list.items.length === 0 && <Empty>{t("page.staffMoney.noMovements")}</Empty>}
      <ul class="list" data-cases>
        {list.items.map((movement) => (
          <Movement key={movement.id} of={movement} />
        ))}
      </ul>
      <Pages list={list} path={address} />
    </>
  );
}

function Movement({ of: { id, kind, amount, balanceAfter, reference, escrow, createdAt } }: { readonly of: List["items"][number] }): VNode {
  const { t } = useReader();
  const { hrefOf } = useStaff();
  const href = escrow ? `/admin/escrows?status=${escrow.status}&messageId=${reference.id}` : hrefOfReference(reference, hrefOf);
  const end = (
    <>
      <Money amount={amount} currency={CURRENCY} />
      <span class="hint">
        {t("page.wallet.after")} <Money amount={balanceAfter} currency={CURRENCY} />
      </span>
    </>
  );
  return (
    <Row id={id} href={href} end={end}>
      {t(KIND_NAMES[kind])}
      <span class="hint">
        <Time at={createdAt} />
      </span>
    </Row>
  );
}

/** References whose objects have pages. */
const PAGES: Readonly<Record<string, StaffKind>> = {
  topup: "TOPUP",
  payout: "PAYOUT",
  adjustment: "ADJUSTMENT",
  refund: "REFUND",
  chargeback: "CHARGEBACK",
  unclaimed: "UNCLAIMED",
};

/** What a movement is about, when it has a page. */
function hrefOfReference({ type, id }: { readonly type: string; readonly id: string }, hrefOf: StaffReader["hrefOf"]): string | null {
  const kind = PAGES[type];
  return kind === undefined ? null : hrefOf(kind, id);
}
