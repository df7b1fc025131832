import type { VNode } from "preact";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import type { RoutedAction } from "#libs/contract-kit/contract.ts";

interface CsvLinkProps {
  /** The list, under its filters. */
  readonly of: RoutedAction;
  /** Parameters of its path. */
  readonly params?: Readonly<Record<string, string>>;
  readonly filters: Readonly<Record<string, string>>;
}

/** Downloads all of a list as a table, under its filters. */
export function CsvLink({ of: { http }, params = {}, filters }: CsvLinkProps): VNode {
  const { t } = useReader();
  const path = http.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  return (
    <a href={`/api/v1${path}?${new URLSearchParams({ ...filters, format: "csv" })}`} download>
      {t("page.console.csv")}
    </a>
  );
}
