import type { Rules } from "./rules.ts";

/** The parameters that every list has whose route names a `csv`; {@link action} adds them. */
export const csvParams = {
  format: {
    type: "enum",
    values: ["json", "csv"],
    default: "json",
    description: "csv: all items under the filters as a table; with `page` or `cursor`, those of that page",
  },
  after: { type: "string", max: 200, optional: true, from: "csvPosition", description: "The first field of the item that was sent last" },
} as const satisfies Rules;

/** The parameters of a contract: those that it declares, and those of a table. */
export type WithCsv<P, H> = H extends { readonly csv: string } ? P & typeof csvParams : P;

/** Whether a request begins a table. Its later parts have a position, which clients cannot send. */
export function beginsTable({ format, after }: { readonly format: string; readonly after?: string | undefined }): boolean {
  return format === "csv" && after === undefined;
}
