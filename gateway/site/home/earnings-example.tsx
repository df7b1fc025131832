import type { VNode } from "preact";
import { amountOf, centsOf, sharesOf } from "#gateway/ui/amount.ts";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Money } from "#gateway/ui/parts/values.tsx";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { EXAMPLE_PRICE } from "./hero.tsx";

const ANSWERS = 10;

interface ForCreatorsProps {
  readonly operator: string;
  /** Share of the operator; 0.2 is 20 %. */
  readonly commissionRate: number;
}

/** What a creator earns in a week of the example, after the operator's share. */
export function ForCreators({ operator, commissionRate }: ForCreatorsProps): VNode {
  const { t, formats } = useReader();
  const gross = amountOf(centsOf(EXAMPLE_PRICE) * ANSWERS);
  const { share, fee } = sharesOf(gross, commissionRate);
  const answers = formats.number(ANSWERS);
  const rows = [
    [t("page.home.fansPay", { answers, amount: formats.money(EXAMPLE_PRICE, CURRENCY) }), gross],
    [t("page.home.keeps", { operator, percent: formats.percent(commissionRate) }), `-${fee}`],
  ] as const;
  return (
    <section class="vault band" aria-labelledby="for-creators" data-no-creator>
      <div>
        <h2 id="for-creators">{t("page.home.forCreators")}</h2>
        <p class="lead">{t("page.home.forCreatorsText")}</p>
        <p class="actions">
          <a class="button primary" href="/become-creator">
            {t("page.home.becomeCreator")}
          </a>
        </p>
      </div>
      <div class="card">
        <h3>{t("page.home.example", { answers })}</h3>
        <dl class="sums">
          {rows.map(([text, amount]) => (
            <div key={text}>
              <dt>{text}</dt>
              <dd>
                <Money amount={amount} currency={CURRENCY} />
              </dd>
            </div>
          ))}
          <div>
            <dt>{t("page.home.earn")}</dt>
            <dd class="big">
              <Money amount={share} currency={CURRENCY} />
            </dd>
          </div>
        </dl>
      </div>
    </section>
  );
}
