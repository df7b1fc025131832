import { Writable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import { sendTable } from "#gateway/pipeline/send-table.ts";
import type { RequestContext } from "#gateway/request/request-context.ts";
import type { Route } from "#gateway/routing/routes.ts";
import { action } from "#libs/contract-kit/contract.ts";
import { clampedPage, pageOfItems } from "#libs/contracts/shared.ts";

const listRows = action({
  name: "fixture.listRows",
  summary: "Rows",
  http: { method: "GET", path: "/rows", auth: "bearer", csv: "rows" },
  params: clampedPage,
  returns: pageOfItems({ type: "object", props: { id: { type: "uuid" }, name: { type: "string" } } }),
  errors: [],
});

/** The same by cursors: its parts are those of what it was at first. */
const listByCursor = action({
  ...listRows,
  params: { ...clampedPage, cursor: { type: "string", optional: true } },
});

/** Parts of the list; each has as many rows as a part may have. */
const PARTS = 20;
const SIZE = 50;

/** A response whose client takes what was written only when it is told to. */
class SlowResponse extends Writable {
  head: number | null = null;
  text = "";
  readonly #taken: (() => void)[] = [];

  constructor() {
    super({ highWaterMark: 1, decodeStrings: false });
  }
  writeHead(status: number): void {
    this.head = status;
  }
  override _write(chunk: string, _encoding: string, done: () => void): void {
    this.text += chunk;
    this.#taken.push(done);
  }
  take(): void {
    this.#taken.shift()?.();
  }
}

/** Sends the list to a slow client. @param answer a part by its number, from 1, and its parameters */
function sending(
  answer: (part: number, params: { readonly after?: string }) => object = (part) => partOf(part),
  contract: object = listRows,
) {
  const response = new SlowResponse();
  const asked: { readonly after?: string; readonly limit?: number; readonly cursor?: string; readonly page?: number }[] = [];
  const callAction = async (_context: object, _route: object, params: unknown) => answer(asked.push(params as object), params as object);
  const context = { response, isHead: false, query: new URLSearchParams("format=csv"), workClass: "normal" } as unknown as RequestContext;
  const route = { contract } as unknown as Route;
  const deps = { callAction, admission: null } as unknown as Parameters<typeof sendTable>[0];
  const sent = sendTable(deps, context, route, { page: 1, limit: 20 }, async () => undefined);
  return { response, asked, sent };
}

const idOf = (part: number, row: number) => `${part}-${row}`;
const partOf = (part: number) => ({
  items: part > PARTS ? [] : Array.from({ length: SIZE }, (_, row) => ({ id: idOf(part, row), name: "=1" })),
});

async function turns(times = 20): Promise<void> {
  for (let passed = 0; passed < times; passed += 1) await turn();
}

describe("CNS-13 a table on its way to the client", () => {
  it("CNS-13 waits for the client: parts that it has not taken are not asked for", async () => {
    const { response, asked, sent } = sending();
    await turns();
    const ahead = asked.length;
    expect(ahead).toBeLessThan(6);
    response.take();
    await turns();
    expect(asked.length).toBeLessThanOrEqual(ahead + 1);
    for (let part = 0; part <= PARTS + 1; part += 1) {
      response.take();
      await turns();
    }
    await sent;
    expect(response.text.split("\r\n")).toEqual([
      "id,name",
      ...Array.from({ length: PARTS * SIZE }, (_, row) => `${idOf(1 + Math.floor(row / SIZE), row % SIZE)},"'=1"`),
      "",
    ]);
    expect(asked.map(({ after, limit }) => [after, limit])).toEqual(
      Array.from({ length: PARTS + 1 }, (_, part) => [part === 0 ? undefined : idOf(part, SIZE - 1), SIZE]),
    );
  });

  it("CNS-13 follows the cursors of a list that has them, to the page that names no further one", async () => {
    const { response, asked, sent } = sending(
      (part) => ({ ...partOf(part), nextCursor: part < 3 ? `cursor-${part}` : null }),
      listByCursor,
    );
    for (let part = 0; part < 5; part += 1) {
      await turns();
      response.take();
    }
    await sent;
    expect(asked.map(({ cursor, page }) => [cursor, page])).toEqual([
      [undefined, 1],
      ["cursor-1", 1],
      ["cursor-2", 1],
    ]);
    expect(response.text.split("\r\n")).toHaveLength(3 * SIZE + 2);
  });

  it("CNS-13 throws the error of its first part before anything is sent, and breaks off at the error of a later one", async () => {
    const failure = new Error("the store is away");
    const failing = (at: number) =>
      sending((part) => {
        if (part === at) throw failure;
        return partOf(part);
      });
    const first = failing(1);
    await expect(first.sent).rejects.toBe(failure);
    expect([first.response.head, first.response.destroyed]).toEqual([null, false]);
    const later = failing(3);
    const outcome = expect(later.sent).rejects.toBe(failure);
    for (let taken = 0; taken < 4; taken += 1) {
      await turns();
      later.response.take();
    }
    await outcome;
    expect([later.response.head, later.response.destroyed, later.response.writableFinished]).toEqual([200, true, false]);
  });

  it("CNS-13 asks for nothing more once the client has gone", async () => {
    const { response, asked, sent } = sending();
    await turns();
    response.destroy();
    await sent;
    const before = asked.length;
    await turns();
    expect([asked.length, before < PARTS]).toEqual([before, true]);
  });
});
