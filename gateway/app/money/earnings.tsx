import type { VNode } from "preact";
import { isMonth, monthAfter, monthOf } from "#gateway/ui/months.ts";
import { Button, Empty } from "#gateway/ui/parts/controls.tsx";
import { Facts } from "#gateway/ui/parts/facts.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Money, Name } from "#gateway/ui/parts/values.tsx";
import { listEarnings } from "#libs/contracts/messaging/earnings.ts";
import { getStatement } from "#libs/contracts/wallet/statements.ts";
import { api } from "../client/api.ts";
import { whoAmI } from "../client/me.ts";
import { saveTable } from "../client/save-file.ts";
import type { AppPage } from "../ui/app-page.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { ForCreators } from "../ui/for-creators.tsx";
import { Pages, pageOf } from "../ui/pager.tsx";
import { useNews } from "../ui/use-news.ts";
import { Loaded, useQuery } from "../ui/use-query.tsx";
import { useWork } from "../ui/use-work.ts";
import { Entry, entriesOf } from "./earnings-entry.tsx";
import { useIssuer } from "./issuer.tsx";

const PATH = "/payouts/earnings";

async function earningsOf(month: string, page: number) {
  const [me, statement, entries] = await Promise.all([whoAmI(), api.call(getStatement, { month }), entriesOf(month, page)]);
  return { statement, entries, creator: me?.displayName ?? me?.email ?? "" };
}

type Earnings = Awaited<ReturnType<typeof earningsOf>>;

/** What a creator earned in a month, by message, with the month's statement. */
export default function MonthlyEarnings({ query }: AppPage): VNode {
  const { t, formats, now } = useReader();
  const current = monthOf(now());
  const asked = query.get("month") ?? "";
  const month = isMonth(asked) ? asked : current;
  return (
    <>
      <p class="actions no-print">
        <a href="/payouts">{t("page.payouts.title")}</a>
      </p>
      <h1 tabIndex={-1}>{t("page.earnings.title", { month: formats.month(month) })}</h1>
      <ForCreators>
        <Months month={month} current={current} />
        <OfMonth month={month} page={pageOf(query)} />
      </ForCreators>
    </>
  );
}

/** Links to the months before and after, up to the current one. */
function Months({ month, current }: { readonly month: string; readonly current: string }): VNode {
  const { t, formats } = useReader();
  const others = [monthAfter(month, -1), monthAfter(month, 1)].filter((other) => other <= current);
  return (
    <nav class="actions no-print" aria-label={t("page.earnings.all")}>
      {others.map((other) => (
        <a key={other} href={`${PATH}?month=${other}`}>
          {formats.month(other)}
        </a>
      ))}
    </nav>
  );
}

function OfMonth({ month, page }: { readonly month: string; readonly page: number }): VNode {
  const { t } = useReader();
  const loaded = useQuery(`earnings ${month} ${page}`, () => earningsOf(month, page));
  useNews(loaded.reload);
  return (
    <Loaded query={loaded}>
      {({ statement, entries, creator }) => (
        <>
          <Statement statement={statement} creator={creator} />
          {entries.items.length === 0 ? (
            <Empty>{t("page.earnings.none")}</Empty>
          ) : (
            <ul class="list">
              {entries.items.map((entry, index) => (
                <Entry key={`${entry.kind} ${entry.at} ${index}`} entry={entry} />
              ))}
            </ul>
          )}
          <Pages list={entries} path={`${PATH}?month=${month}`} />
          <Actions month={month} />
        </>
      )}
    </Loaded>
  );
}

function Statement({ statement, creator }: Pick<Earnings, "statement" | "creator">): VNode {
  const { t } = useReader();
  const issuer = useIssuer();
  const { number, currency } = statement;
  const sum = (amount: string) => <Money amount={amount} currency={currency} />;
  return (
    <>
      <Facts
        of={[
          [t("page.earnings.opening"), sum(statement.opening)],
          [t("page.earnings.prices"), sum(statement.gross)],
          [t("page.earnings.fee"), sum(negative(statement.commission))],
          [t("page.earnings.reversed"), sum(negative(statement.reversed))],
          [t("page.earnings.corrections"), sum(statement.adjusted)],
          [t("page.earnings.paidOut"), sum(negative(statement.paidOut))],
          [t(number === null ? "page.earnings.soFar" : "page.earnings.closing"), <strong key="closing">{sum(statement.closing)}</strong>],
          ...(number === null
            ? []
            : [
                [
                  t("page.receipt.number"),
                  <code key="number" dir="ltr">
                    {number}
                  </code>,
                ] as const,
                [t("page.receipt.to"), <Name key="to">{creator}</Name>] as const,
                ...issuer,
              ]),
        ]}
      />
      <p class="hint">{t("page.earnings.days")}</p>
    </>
  );
}

const negative = (amount: string) => (Number(amount) === 0 ? amount : `-${amount}`);

function Actions({ month }: { readonly month: string }): VNode {
  const { t } = useReader();
  const { busy, failure, run } = useWork();
  const save = () => run(async () => saveTable(await api.text(listEarnings, { month, format: "csv" }), `earnings-${month}.csv`));
  return (
    <>
      {failure !== null && <ErrorNote error={failure} />}
      <p class="actions no-print">
        <Button busy={busy} onClick={() => void save()}>
          {t("page.earnings.csv")}
        </Button>
        <Button onClick={() => print()}>{t("page.sheet.print")}</Button>
      </p>
    </>
  );
}
