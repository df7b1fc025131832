import type { VNode } from "preact";
import { amountAsTyped } from "#gateway/ui/amount.ts";
import { ANSWERS, type Earnings, earningsOf } from "#gateway/ui/earnings.ts";
import { pageDataOf } from "#gateway/ui/page-data.ts";
import { Money } from "#gateway/ui/parts/values.tsx";
import { CURRENCY } from "#libs/contracts/shared.ts";
import type { PageContext } from "../page.ts";
import { EXAMPLE_PRICE } from "./hero.tsx";

/** The week that is shown first. */
const EXAMPLE_ANSWERS = "10";
/** The price of an answer of the example, if the operator's bounds allow it. */
const priceIn = ({ minimum, maximum }: { readonly minimum: string; readonly maximum: string }): string =>
  String(Math.min(Math.max(Number(EXAMPLE_PRICE), Number(minimum)), Number(maximum)).toFixed(2));

/**
 * What a creator earns in a week, after the operator's share: a form that asks for price and answers. The script of the page computes while
 * one types; without it the button sends the form.
 */
export function ForCreators({ about }: { readonly about: PageContext }): VNode {
  const { t, locale, query, config } = about;
  const rate = config.read("creator.commission_bronze");
  const { prices } = pageDataOf(about);
  const example = { price: amountAsTyped(priceIn(prices), locale), answers: EXAMPLE_ANSWERS };
  const asked = { price: query.get("price") ?? example.price, answers: query.get("answers") ?? example.answers };
  const found = earningsOf(asked, rate, prices, locale);
  const typed = found ? asked : example;
  const earnings = found ?? earningsOf(example, rate, prices, locale);
  return (
    <section class="vault band" id="for-creators" aria-labelledby="for-creators-title">
      <div>
        <h2 id="for-creators-title">{t("page.home.forCreators")}</h2>
        <p class="lead">{t("page.home.forCreatorsText")}</p>
        <p class="actions">
          <a class="button primary" href="/become-creator">
            {t("page.home.becomeCreator")}
          </a>
        </p>
      </div>
      <form class="card" method="get" action="/#for-creators" data-earnings={JSON.stringify({ rate, prices })}>
        <div class="asked">
          <label for="price">{t("page.home.price")}</label>
          <input id="price" name="price" inputMode="decimal" autocomplete="off" dir="ltr" maxLength={12} value={typed.price} />
          <label for="answers">{t("page.home.answersWeek")}</label>
          <input id="answers" name="answers" type="number" dir="ltr" min={ANSWERS.minimum} max={ANSWERS.maximum} value={typed.answers} />
        </div>
        {earnings && <Sums earnings={earnings} rate={rate} about={about} />}
        <button type="submit" class="without-script">
          {t("page.home.calculate")}
        </button>
      </form>
    </section>
  );
}

interface SumsProps {
  readonly earnings: Earnings;
  readonly rate: number;
  readonly about: PageContext;
}

function Sums({ earnings: { gross, fee, share }, rate, about: { t, formats, site } }: SumsProps): VNode {
  const rows = [
    ["gross", t("page.home.fansPay"), gross],
    ["fee", t("page.home.keeps", { operator: site.name, percent: formats.percent(rate) }), `-${fee}`],
  ] as const;
  return (
    <dl class="sums" aria-live="polite">
      {rows.map(([name, text, amount]) => (
        <div key={name}>
          <dt>{text}</dt>
          <dd data-sum={name}>
            <Money amount={amount} currency={CURRENCY} />
          </dd>
        </div>
      ))}
      <div>
        <dt>{t("page.home.earn")}</dt>
        <dd class="big" data-sum="share">
          <Money amount={share} currency={CURRENCY} />
        </dd>
      </div>
    </dl>
  );
}
