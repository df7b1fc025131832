import type { VNode } from "preact";
import { useId } from "preact/hooks";
import { Facts } from "#gateway/ui/parts/facts.tsx";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import type { Texts } from "#gateway/ui/texts.ts";
import { type Compared, DIRECT, largestChange, messagesPerHundredViews, type Share } from "./changes.ts";
import type { Funnel, Totals } from "./traffic.ts";

interface ChangesProps {
  /** Null: unavailable, so it is left out. */
  readonly totals: Totals | null;
  readonly sources: Compared<readonly Share[]> | null;
  readonly funnel: Funnel | null;
}

/** Explains the difference between two periods, using counted numbers only. */
export function NumberChanges({ totals, sources, funnel }: ChangesProps): VNode | null {
  const { t, formats } = useReader();
  const id = useId();
  const said = ({ now, before }: Compared<number>) =>
    t("page.numbers.nowBefore", { now: formats.number(now), before: formats.number(before) });
  const facts: [string, string][] = [];
  if (totals) facts.push([t("page.numbers.views"), said({ now: totals.now.bioViews, before: totals.before.bioViews })]);
  const source = sources && largestChange(sources);
  if (source) facts.push([sourceText(source.source, t), said(source)]);
  if (funnel) {
    const [now, before] = [messagesPerHundredViews(funnel.now), messagesPerHundredViews(funnel.before)];
    facts.push([t("page.numbers.perHundred"), now === null || before === null ? t("page.numbers.notEnough") : said({ now, before })]);
  }
  if (facts.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t("page.numbers.changed")}</h2>
      <Facts of={facts} />
    </section>
  );
}

/** The address is isolated, so it keeps its own direction in any sentence. */
function sourceText(source: string, t: Texts): string {
  return source === DIRECT ? t("page.numbers.visitsDirect") : t("page.numbers.visitsFrom", { source: `\u2068${source}\u2069` });
}
