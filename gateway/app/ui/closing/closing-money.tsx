import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Money } from "#gateway/ui/parts/values.tsx";
import { Loaded, useQuery } from "../use-query.tsx";
import { closingSums } from "./closing-sums.ts";

/** Where each sum of the reader goes when the account is deleted. @param props.waits the deletion was asked for */
export function ClosingMoney({ waits }: { readonly waits: boolean }): VNode {
  const { t } = useReader();
  const query = useQuery(`closing ${waits}`, () => closingSums(waits));
  return (
    <Loaded query={query}>
      {(sums) =>
        sums.length === 0 ? null : (
          <section data-part="closing">
            <p>{t("page.closing.left")}</p>
            <ul>
              {sums.map(({ text, amount, currency }) => (
                <li key={text}>
                  <Sentence of={text} parts={{ amount: <Money amount={amount} currency={currency} /> }} />
                </li>
              ))}
            </ul>
          </section>
        )
      }
    </Loaded>
  );
}
