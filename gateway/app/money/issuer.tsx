import type { ComponentChildren } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { Name } from "#gateway/ui/parts/values.tsx";
import { pageData } from "../client/browser/page-data.ts";

/** The operator of the site and its tax number, as facts of a receipt or a statement. */
export function useIssuer(): readonly (readonly [name: string, value: ComponentChildren])[] {
  const { t } = useReader();
  const { name = "", address = "", email = "", taxId = "" } = pageData.issuer ?? {};
  return [
    [
      t("page.receipt.issuer"),
      <>
        <Name>{name}</Name>
        {[address, email].map(
          (line) =>
            line !== "" && (
              <span class="hint" key={line}>
                <bdi dir="ltr">{line}</bdi>
              </span>
            ),
        )}
      </>,
    ],
    ...(taxId === "" ? [] : [[t("page.receipt.taxId"), <bdi key="taxId">{taxId}</bdi>] as const]),
  ];
}
