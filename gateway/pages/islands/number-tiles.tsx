import type { ComponentChildren, VNode } from "preact";
import { dataOf } from "#libs/client/index.ts";
import { useReader } from "../parts/reader.tsx";
import { Money } from "../parts/values.tsx";
import type { TextKey } from "../texts.ts";
import { type Compared, countOf, FEWEST_MESSAGES } from "./changes.ts";
import { type Asked, Loaded, useData } from "./data.tsx";
import type { OwnProfile } from "./message-terms.tsx";
import { api } from "./surroundings.ts";
import type { Funnel, Totals } from "./traffic.ts";

interface TilesProps {
  readonly profile: OwnProfile;
  readonly totals: Asked<Totals>;
  readonly funnel: Asked<Funnel>;
}

/** Four numbers. The interface has earnings as a whole and the reply rate of 90 days, so neither has a period to be compared with. */
export function NumberTiles({ profile: { id: creatorId, replyRate, totalMessages }, totals, funnel }: TilesProps): VNode {
  const { t, formats } = useReader();
  const earnings = useData("earnings", () => dataOf(api.GET("/creators/{creatorId}/earnings", { params: { path: { creatorId } } })));
  const hasRate = replyRate !== null && totalMessages >= FEWEST_MESSAGES;
  return (
    <dl class="tiles">
      <Tile label="page.payouts.lifetime" asked={earnings}>
        {({ lifetime, currency }) => (
          <dd>
            <Money amount={lifetime} currency={currency} />
          </dd>
        )}
      </Tile>
      <Tile label="page.numbers.paid" asked={funnel}>
        {({ now, before }) => <Change now={countOf(now, "PAID_MESSAGE")} before={countOf(before, "PAID_MESSAGE")} />}
      </Tile>
      <Tile label="page.numbers.visitors" asked={totals}>
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
  readonly asked: Asked<T>;
  readonly children: (data: T) => ComponentChildren;
}

/** A number that is asked for by itself: when it fails, it says so alone. */
function Tile<T>({ label, asked, children }: TileProps<T>): VNode {
  return (
    <div>
      <dt>{useReader().t(label)}</dt>
      {asked.data === null ? (
        <dd class="words">
          <Loaded asked={asked} lines={1}>
            {() => null}
          </Loaded>
        </dd>
      ) : (
        children(asked.data)
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
      {/* Nothing is no share of anything. */}
      {before > 0 && (
        <dd>{now === before ? t("page.numbers.same") : t(now > before ? "page.numbers.more" : "page.numbers.fewer", { percent })}</dd>
      )}
    </>
  );
}
