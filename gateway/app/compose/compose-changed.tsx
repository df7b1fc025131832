import type { ComponentChildren, VNode } from "preact";
import type { ComposeTerms } from "#gateway/ui/compose-terms.ts";
import { windowText } from "#gateway/ui/durations.ts";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Money } from "#gateway/ui/parts/values.tsx";
import type { Offer, Shown } from "./compose-offer.ts";
import { Shares } from "./compose-shares.tsx";

type Change = "minimum" | "kind" | "shares" | "hours";

/** What has changed since terms were shown, apart from what the reader has changed; null: nothing. */
export function changeOf(before: Shown, offer: Offer): Change | null {
  if ((before.minimum === null) !== (offer.minimum === null)) return "kind";
  if (before.minimum !== offer.minimum) return "minimum";
  if (before.split && before.price === offer.price && before.split.creator !== offer.split?.creator) return "shares";
  return before.hours !== offer.hours && !offer.isOwnWindow ? "hours" : null;
}

interface ChangedProps {
  readonly change: Change;
  readonly before: Shown;
  readonly offer: Offer;
  readonly terms: ComposeTerms;
}

/** Terms that have changed: those before and those now, side by side. */
export function Changed({ change, before, offer, terms }: ChangedProps): VNode {
  return (
    <p class="notice warn" role="alert">
      <Sentence
        of={change === "minimum" ? "page.compose.raised" : "page.compose.changed"}
        parts={{ before: <Part change={change} shown={before} terms={terms} />, now: <Part change={change} shown={offer} terms={terms} /> }}
      />
    </p>
  );
}

/** The part of the terms that has changed. */
function Part({ change, shown, terms }: { readonly change: Change; readonly shown: Shown; readonly terms: ComposeTerms }): VNode {
  const { t } = useReader();
  const part = (): ComponentChildren => {
    if (change === "hours") return windowText(t, shown.hours);
    if (change === "shares" && shown.split) return <Shares split={shown.split} terms={terms} />;
    return <Money amount={shown.minimum ?? "0.00"} currency={terms.currency} />;
  };
  return <>{part()}</>;
}
