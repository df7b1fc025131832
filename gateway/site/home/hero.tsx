import type { VNode } from "preact";
import { replyPromise } from "#gateway/ui/durations.ts";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Ring } from "#gateway/ui/parts/ring.tsx";
import { Rosette } from "#gateway/ui/parts/rosette.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Avatar, Money } from "#gateway/ui/parts/values.tsx";
import { CURRENCY } from "#libs/contracts/shared.ts";

/** The people and the price of the example. */
const FAN = "Finn";
const CREATOR = "Mara";
export const EXAMPLE_PRICE = "12.00";
const LEFT = 0.64;

interface HeroProps {
  readonly operator: string;
  readonly tagline: string;
  /** For which a creator has time to reply. */
  readonly hours: number;
}

/** What the product is, and a held message with both of its ends. */
export function Hero({ operator, tagline, hours }: HeroProps): VNode {
  const { t } = useReader();
  return (
    <section class="hero">
      <div>
        <h1>{tagline}</h1>
        <p class="lead">
          {t("page.home.write")} {t("page.home.lead", { operator })}
        </p>
        <p class="actions">
          <a class="button primary" href="/discover">
            {t("page.home.find")}
          </a>
          <a class="button" href="/become-creator" data-no-creator>
            {t("page.home.becomeCreator")}
          </a>
        </p>
        <p class="hint">
          {replyPromise(t, hours)}
          <br />
          {t("page.home.noFees")}
        </p>
      </div>
      <HeldExample operator={operator} />
    </section>
  );
}

function HeldExample({ operator }: { readonly operator: string }): VNode {
  const { t } = useReader();
  const price = <Money amount={EXAMPLE_PRICE} currency={CURRENCY} />;
  return (
    <div class="held-example">
      <Rosette />
      <div class="note held">
        <div class="says">
          <p class="row">
            <Avatar url={null} name={FAN} size={32} />
            <bdi>{FAN}</bdi>
          </p>
          <p>{t("page.home.sample")}</p>
        </div>
        <div class="stub">
          <Ring state="held" share={LEFT} />
          <p class="grow">
            <span class="big">{price}</span>
            <br />
            {t("page.compose.held", { operator, name: CREATOR })}
          </p>
        </div>
      </div>
      <ul class="fork">
        <li class="good">
          <Ring state="answered" />
          <p>
            <strong>{t("page.home.replies", { name: CREATOR })}</strong>
            <span class="fine">
              <Sentence of="page.home.paid" parts={{ amount: price }} />
            </span>
          </p>
        </li>
        <li class="back">
          <Ring state="back" />
          <p>
            <strong>{t("page.home.noReply")}</strong>
            <span class="fine">
              <Sentence of="page.home.back" parts={{ amount: price }} />
            </span>
          </p>
        </li>
      </ul>
    </div>
  );
}
