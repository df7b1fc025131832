import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Money, Name } from "#gateway/ui/parts/values.tsx";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { categoryText } from "../../client/report-categories.ts";
import { Person } from "../parts/person.tsx";

/** A category in the words of the reader; one of a rule's own as it is. */
export function Category({ of }: { readonly of: string }): VNode {
  const { t } = useReader();
  const named = categoryText(of);
  return <Name>{named ? t(named) : of}</Name>;
}

/** The price of a message; null: it is free. */
export function Price({ of }: { readonly of: string | null }): VNode {
  const { t } = useReader();
  return of === null ? <span>{t("page.state.free")}</span> : <Money amount={of} currency={CURRENCY} />;
}

interface PartiesProps {
  readonly senderId: string;
  readonly receiverId: string;
}

/** Who wrote to whom. */
export function Parties({ senderId, receiverId }: PartiesProps): VNode {
  const parts = { sender: <Person userId={senderId} isPlain />, receiver: <Person userId={receiverId} isPlain /> };
  return <Sentence of="page.staffSafety.fromTo" parts={parts} />;
}

/** One state that becomes another. */
export function Turns({ from, to }: { readonly from: VNode; readonly to: VNode }): VNode {
  return (
    <>
      {from} <span class="turns">→</span> {to}
    </>
  );
}
