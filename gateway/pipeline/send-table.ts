import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type CsvTable, csvFileName, csvTable } from "#libs/contract-kit/csv-table.ts";
import type { Deps } from "../deps.ts";
import type { RequestContext } from "../request/request-context.ts";
import type { Route } from "../routing/routes.ts";

type Params = Readonly<Record<string, unknown>>;
type Rows = readonly Params[];
/** Calls the action of the list. */
type Ask = (params: Params) => Promise<unknown>;

/** Whether a request wants a list as a table. */
export function wantsTable({ contract: { http } }: Route, query: URLSearchParams): boolean {
  return http.csv !== undefined && query.get("format") === "csv";
}

/**
 * Streams a list as a table: each part is one call of its action, and the next one is made when the client has taken the last. Throws the
 * errors of the first call. When a later one fails, the connection breaks, so that no client takes a part for the whole.
 * @param requireStillAdmitted called before each later part: a client that reads slowly would outlast its session
 */
export async function sendTable(
  { callAction, admission }: Pick<Deps, "callAction" | "admission">,
  context: RequestContext,
  route: Route,
  params: object,
  requireStillAdmitted: () => Promise<void>,
): Promise<void> {
  const { response, isHead, query } = context;
  const { contract } = route;
  const table = csvTable(contract);
  const ask: Ask = (asked) => callAction(context, route, asked);
  const given = params as Params;
  const parts = query.has("page") || query.has("cursor") ? onePage(ask, table, given) : wholeList(ask, table, route, given);
  const firstPart = () => parts.next();
  const first = await (admission ? admission.run(context.workClass, firstPart) : firstPart());
  if (response.destroyed) return;
  const fileName = csvFileName(contract.http, given);
  response.writeHead(200, {
    ...contract.http.headers,
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${fileName}"`,
  });
  if (isHead) return void response.end();
  try {
    await pipeline(Readable.from(textOf(table, first.value ?? [], admitted(parts, requireStillAdmitted))), response);
  } catch (error) {
    // The client has gone.
    if ((error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  }
}

async function* textOf({ header, lineOf }: CsvTable, first: Rows, rest: AsyncIterable<Rows>): AsyncGenerator<string> {
  yield header + first.map(lineOf).join("");
  for await (const rows of rest) yield rows.map(lineOf).join("");
}

/** Nothing is asked for a caller who is not admitted any more. */
async function* admitted(rest: AsyncIterator<Rows>, requireStillAdmitted: () => Promise<void>): AsyncGenerator<Rows> {
  for (;;) {
    await requireStillAdmitted();
    const { value, done } = await rest.next();
    if (done) return;
    yield value;
  }
}

async function* onePage(ask: Ask, { itemsIn }: CsvTable, params: Params): AsyncGenerator<Rows, undefined> {
  yield itemsOf(await ask(params), itemsIn);
}

/** The parts of a list, each as large as its contract allows. A list without cursors continues behind the last item, by `after`. */
async function* wholeList(ask: Ask, table: CsvTable, { contract }: Route, params: Params): AsyncGenerator<Rows, undefined> {
  const { limit: size, cursor } = contract.params;
  const limit = size?.type === "number" ? (size.max ?? 1) : 1;
  const hasCursor = cursor !== undefined;
  let asked: Params = { ...params, limit };
  for (let page = 1; ; page += 1) {
    const result = (await ask(asked)) as Params;
    const rows = itemsOf(result, table.itemsIn);
    yield rows;
    const last = rows.at(-1);
    if (!last || (hasCursor ? !result.nextCursor : rows.length < limit)) return;
    const next = hasCursor ? { cursor: result.nextCursor } : { page: page + 1 };
    asked = { ...params, limit, ...next, after: table.positionOf(last) };
  }
}

const itemsOf = (result: unknown, field: string): Rows => (result as Readonly<Record<string, Rows>>)[field] ?? [];
