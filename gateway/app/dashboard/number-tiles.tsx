import type { ComponentChildren, VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Money } from "#gateway/ui/parts/values.tsx";
import type { TextKey } from "#gateway/ui/texts.ts";
import { getEarnings } from "#libs/contracts/wallet/payouts.ts";
import { api } from "../client/api.ts";
import type { OwnProfile } from "../ui/message-terms.tsx";
import { Loaded, type Query, useQuery } from "../ui/use-query.tsx";
import { type Compared, countOf, MIN_MESSAGES } from "./changes.ts";
import type { Funnel, Totals } from "./traffic.ts";

interface TilesProps {
  readonly profile: OwnProfile;
  readonly totals: Query<Totals>;
  readonly funnel: Query<Funnel>;
}

/** Four numbers. The API has earnings as a total and the reply rate of 90 days, so neither is compared with another period. */
export function NumberTiles({ profile: { id: creatorId, replyRate, totalMessages }, totals, funnel }: TilesProps): VNode {
  const { t, formats } = useReader();
  const earnings = useQuery("earnings", () => api.call(getEarnings, { creatorId }));
  const hasRate = replyRate !== null && totalMessages >= MIN_MESSAGES;
  return (
    <dl class="tiles">
      <Tile label="page.payouts.lifetime" query={earnings}>
        {({ lifetime, currency }) => (
          <dd>
            <Money amount={lifetime} currency={currency} />
          </dd>
        )}
      </Tile>
      <Tile label="page.numbers.paid" query={funnel}>
        {({ now, before }) => <Change now={countOf(now, "PAID_MESSAGE")} before={countOf(before, "PAID_MESSAGE")} />}
      </Tile>
      <Tile label="page.numbers.visitors" query={totals}>
        {({ now, before }) => <Change now={now.visitors} before={before.visitors} />}
      </Tile>
      <div>
        <dt>{t("page.numbers.replyRate")}</dt>
        {hasRate ? <dd>{formats.percent(replyRate)}</dd> : <dd class="words">{t("page.numbers.notEnough")}</dd>}
      </div>
    </dl>
  );
}

interface TileProps<T> {
  readonly label: TextKey;
  readonly query: Query<T>;
  readonly children: (data: T) => ComponentChildren;
}

/** A number that loads independently, so its failure affects no other number. */
function Tile<T>({ label, query, children }: TileProps<T>): VNode {
  return (
    <div>
      <dt>{useReader().t(label)}</dt>
      {query.data === null ? (
        <dd class="words">
          <Loaded query={query} lines={1}>
            {() => null}
          </Loaded>
        </dd>
      ) : (
        children(query.data)
      )}
    </div>
  );
}

function Change({ now, before }: Compared<number>): VNode {
  const { t, formats } = useReader();
  const percent = formats.percent(Math.abs(now - before) / before);
  return (
    <>
      <dd>{formats.number(now)}</dd>
      {/* No percentage when the earlier value is 0. */}
      {before > 0 && (
        <dd>{now === before ? t("page.numbers.same") : t(now > before ? "page.numbers.more" : "page.numbers.fewer", { percent })}</dd>
      )}
    </>
  );
}
