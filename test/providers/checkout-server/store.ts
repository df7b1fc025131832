import { randomBytes } from "node:crypto";
import { type Params, Refusal, textIn } from "./params.ts";

/** An object of the protocol. */
export interface Item {
  readonly id: string;
  readonly object: string;
  readonly created: number;
  [field: string]: unknown;
}

interface Page {
  readonly object: "list";
  readonly url: string;
  readonly has_more: boolean;
  readonly data: readonly unknown[];
}

const MAX_LIMIT = 100;

/** All objects, in the order in which they were made. References between them are ids, as in the protocol. */
export class Store {
  readonly now: () => Date;
  readonly isLive: boolean;
  readonly #items = new Map<string, Item>();

  constructor(now: () => Date, isLive: boolean) {
    this.now = now;
    this.isLive = isLive;
  }

  add(prefix: string, object: string, fields: Readonly<Record<string, unknown>>): Item {
    const id = `${prefix}_${randomBytes(12).toString("hex")}`;
    const item: Item = { id, object, created: this.seconds(), livemode: this.isLive, ...fields };
    this.#items.set(id, item);
    return item;
  }

  seconds(): number {
    return Math.floor(this.now().getTime() / 1_000);
  }

  find(id: unknown, object?: string): Item | null {
    const item = this.#items.get(String(id));
    return item && (object === undefined || item.object === object) ? item : null;
  }

  get(id: unknown, object: string, param = "id"): Item {
    const item = this.find(id, object);
    if (!item) throw new Refusal(param === "id" ? 404 : 400, "resource_missing", { param });
    return item;
  }

  of(object: string): Item[] {
    return [...this.#items.values()].filter((item) => item.object === object);
  }

  /** One page of a list, the newest first: after or before an object that the caller names. */
  page(object: string, url: string, params: Params, fits: (item: Item) => boolean = () => true): Page {
    const all = this.of(object).toReversed();
    const limit = Number(textIn(params, "limit") ?? 10);
    if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) throw new Refusal(400, "parameter_invalid_integer", { param: "limit" });
    const placeOf = (param: string): number | null => {
      const id = textIn(params, param);
      if (id === null) return null;
      const place = all.findIndex((item) => item.id === id);
      if (place < 0) throw new Refusal(400, "resource_missing", { param });
      return place;
    };
    const [after, before] = [placeOf("starting_after"), placeOf("ending_before")];
    const range = all.slice(after === null ? 0 : after + 1, before ?? all.length).filter(fits);
    const data = before === null ? range.slice(0, limit) : range.slice(-limit);
    return { object: "list", url, has_more: range.length > data.length, data: data.map((item) => this.shown(item, params, "data.")) };
  }

  /** An object as it is answered: with the objects in place of their ids that `expand` names. */
  shown(item: Item, params: Params, prefix = ""): unknown {
    const expand = typeof params.expand === "object" ? Object.values(params.expand).map(String) : [];
    const copy = structuredClone(item);
    for (const path of expand.filter((each) => each.startsWith(prefix))) this.#expand(copy, path.slice(prefix.length).split("."));
    return copy;
  }

  #expand(node: Record<string, unknown>, [field, ...rest]: readonly string[]): void {
    if (field === undefined || node[field] === null || node[field] === undefined) return;
    if (typeof node[field] === "string") node[field] = structuredClone(this.find(node[field])) ?? node[field];
    if (typeof node[field] === "object") this.#expand(node[field] as Record<string, unknown>, rest);
  }
}
