import type { VNode } from "preact";
import type { ComposeTerms } from "#gateway/ui/compose-terms.ts";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Money, Name } from "#gateway/ui/parts/values.tsx";
import type { BoundTerms } from "./compose-quote.ts";

interface SharesProps {
  readonly split: NonNullable<BoundTerms["split"]>;
  readonly terms: ComposeTerms;
}

/** The creator's share and the platform's fee. */
export function Shares({ split, terms: { name, operator, currency } }: SharesProps): VNode {
  return (
    <Sentence
      of="page.compose.shares"
      parts={{
        name: <Name>{name}</Name>,
        operator: <Name>{operator}</Name>,
        share: <Money amount={split.creator} currency={currency} />,
        fee: <Money amount={split.platform} currency={currency} />,
      }}
    />
  );
}
