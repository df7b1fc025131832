import type { AmountRange } from "#gateway/ui/amount.ts";
import { earningsOf } from "#gateway/ui/earnings.ts";
import { formatsOf } from "#gateway/ui/formats.ts";
import { CURRENCY, type Locale } from "#libs/contracts/shared.ts";

interface Terms {
  /** Share of the operator. */
  readonly rate: number;
  readonly prices: AmountRange;
}

/** Shows what a creator earns while price and answers are typed. While they are no numbers, the last sums stay. */
export function computeEarnings(form: HTMLFormElement): void {
  const locale = document.documentElement.lang as Locale;
  const { money } = formatsOf(locale, "UTC");
  const { rate, prices } = JSON.parse(form.dataset.earnings ?? "{}") as Terms;
  const typed = (name: string) => form.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? "";
  const show = (name: string, amount: string) => {
    const data = form.querySelector<HTMLDataElement>(`[data-sum="${name}"] data`);
    const text = data?.querySelector("bdi");
    if (!data || !text) return;
    data.value = amount;
    text.textContent = money(amount, CURRENCY);
  };
  const compute = () => {
    const earnings = earningsOf({ price: typed("price"), answers: typed("answers") }, rate, prices, locale);
    if (!earnings) return;
    show("gross", earnings.gross);
    show("fee", `-${earnings.fee}`);
    show("share", earnings.share);
  };
  form.addEventListener("input", compute);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    compute();
  });
  // Browsers restore what was typed before a reload.
  compute();
}
