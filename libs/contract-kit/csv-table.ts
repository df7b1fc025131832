import { csvLine, textCell, valueCell } from "#libs/kernel/csv.ts";
import type { ActionContract, HttpBinding } from "./contract.ts";
import type { ObjectRule, Rule } from "./rules.ts";

type Row = Readonly<Record<string, unknown>>;

interface Column {
  readonly name: string;
  /** The value of a row that a JSON reply has here; undefined below a null. */
  readonly read: (row: Row) => unknown;
  readonly rule: Rule;
}

/** The table of a list, as its contract describes the items. */
export interface CsvTable {
  /** The field of the result that has the items. */
  readonly itemsIn: string;
  readonly header: string;
  lineOf(row: Row): string;
  /** Names the row in `csvParams`: its first field. */
  positionOf(row: Row): string;
}

/** The table of a contract: a column for each field of its items, and for each field of an object in them. */
export function csvTable({ name, returns }: Pick<ActionContract, "name" | "returns">): CsvTable {
  const [list] = Object.entries(returns?.type === "object" ? returns.props : {}).flatMap(([field, rule]) =>
    rule.type === "array" && rule.items.type === "object" ? [{ itemsIn: field, items: rule.items }] : [],
  );
  if (!list) throw new Error(`${name} has no list of objects, so it is no table`);
  const columns = columnsOf(list.items);
  return {
    itemsIn: list.itemsIn,
    header: csvLine(columns.map((column) => valueCell(column.name))),
    lineOf: (row) => csvLine(columns.map(({ rule, read }) => cellOf(rule, read(row)))),
    positionOf: (row) => String(columns[0]?.read(row)),
  };
}

function columnsOf({ props }: ObjectRule): Column[] {
  return Object.entries(props).flatMap(([name, rule]): Column[] => {
    if (rule.type !== "object") return [{ name, rule, read: (row) => row[name] }];
    const inner = columnsOf(rule);
    return inner.map((column) => ({ ...column, name: `${name}.${column.name}`, read: (row) => ofObject(row[name], column) }));
  });
}

const ofObject = (value: unknown, { read }: Column) => (value === null || value === undefined ? undefined : read(value as Row));

/** Amounts have a dot, times a zone, as in JSON. Only a text may look like a formula. */
function cellOf(rule: Rule, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "string") return typeof value === "object" ? textCell(JSON.stringify(value)) : String(value);
  const isText = rule.type === "json" || (rule.type === "string" && !rule.decimal);
  return isText ? textCell(value) : valueCell(value);
}

/** The name of the file of a table. */
export function csvFileName({ csv = "" }: Pick<HttpBinding, "csv">, params: Row): string {
  return `${csv.replace(/\{(\w+)\}/g, (_, field: string) => String(params[field]))}.csv`;
}
