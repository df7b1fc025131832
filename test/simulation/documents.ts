/** The product uses a feature that the simulated store lacks. This is a gap of the simulator, not an answer of a database. */
export class NotSimulated extends TypeError {
  constructor(what: string) {
    super(`the simulated store has no ${what}`);
  }
}

/** Applies the product's filters and updates to plain objects. Throws on an unknown operator. */
export type Doc = Readonly<Record<string, unknown>>;
type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
const isCondition = (value: unknown): value is Fields => {
  if (!isObject(value)) return false;
  for (const key in value) return key.startsWith("$");
  return false;
};

/** A frozen copy without undefined fields. */
export function stored<T>(value: T): T {
  if (Array.isArray(value)) return Object.freeze(value.map(stored)) as T;
  if (!isObject(value)) return value;
  const copy: Fields = {};
  for (const key in value) if (value[key] !== undefined) copy[key] = stored(value[key]);
  return Object.freeze(copy) as T;
}

export function valueAt(doc: unknown, path: string): unknown {
  if (!path.includes(".")) return (doc as Fields)[path];
  let value = doc;
  for (const key of path.split(".")) {
    if (Array.isArray(value) && !/^\d+$/.test(key)) throw new NotSimulated(`look into lists: ${path}`);
    if (!isObject(value) && !Array.isArray(value)) return undefined;
    value = (value as Fields)[key];
  }
  return value;
}

/** A value that index keys and sorting can compare. */
export const scalar = (value: unknown): unknown => (value instanceof Date ? value.getTime() : value);

export function isEqual(a: unknown, b: unknown): boolean {
  const [x, y] = [scalar(a) ?? null, scalar(b) ?? null];
  if (x === y) return true;
  if (typeof x === "bigint" && typeof y === "number") return Number(x) === y;
  if (typeof x !== "object" || typeof y !== "object" || x === null || y === null) return false;
  const keys = Object.keys(x);
  return keys.length === Object.keys(y).length && keys.every((key) => isEqual((x as Fields)[key], (y as Fields)[key]));
}

function compare(value: unknown, bound: unknown, accepts: (sign: number) => boolean): boolean {
  const [x, y] = [scalar(value), scalar(bound)];
  const bothNumbers = /^(number|bigint)$/.test(typeof x) && /^(number|bigint)$/.test(typeof y);
  if (value instanceof Date !== bound instanceof Date) return false;
  if (!bothNumbers && !(typeof x === "string" && typeof y === "string")) return false;
  return accepts((x as number) < (y as number) ? -1 : (x as number) > (y as number) ? 1 : 0);
}

const has = (value: unknown, wanted: unknown) =>
  isEqual(value, wanted) || (Array.isArray(value) && value.some((item) => isEqual(item, wanted)));

const OPERATORS: Record<string, (value: unknown, operand: never) => boolean> = {
  $eq: has,
  $ne: (value, operand) => !has(value, operand),
  $in: (value, operand: unknown[]) => operand.some((wanted) => has(value, wanted)),
  $nin: (value, operand: unknown[]) => !operand.some((wanted) => has(value, wanted)),
  $gt: (value, operand) => compare(value, operand, (sign) => sign > 0),
  $gte: (value, operand) => compare(value, operand, (sign) => sign >= 0),
  $lt: (value, operand) => compare(value, operand, (sign) => sign < 0),
  $lte: (value, operand) => compare(value, operand, (sign) => sign <= 0),
  $exists: (value, operand) => (value !== undefined) === operand,
  $type: (value, operand) => typeof value === operand,
};

function meets(value: unknown, condition: unknown): boolean {
  if (!isCondition(condition)) return has(value, condition);
  for (const name in condition) {
    const operator = OPERATORS[name];
    if (!operator) throw new NotSimulated(name);
    if (!operator(value, condition[name] as never)) return false;
  }
  return true;
}

export function matches(doc: Doc, filter: object): boolean {
  for (const path in filter) {
    const condition = (filter as Fields)[path];
    if (path === "$or") {
      if (!(condition as object[]).some((part) => matches(doc, part))) return false;
    } else if (path === "$and") {
      if (!(condition as object[]).every((part) => matches(doc, part))) return false;
    } else if (!meets(valueAt(doc, path), condition)) return false;
  }
  return true;
}

export function sorted<T extends Doc>(docs: T[], sort: Readonly<Record<string, 1 | -1>> | undefined): T[] {
  if (!sort) return docs;
  const keys = Object.entries(sort);
  return docs.sort((a, b) => {
    for (const [path, direction] of keys) {
      const [x, y] = [scalar(valueAt(a, path)) as number, scalar(valueAt(b, path)) as number];
      if (x !== y) return x < y ? -direction : direction;
    }
    return 0;
  });
}

function write(doc: Fields, path: string, change: (before: unknown) => unknown): void {
  const keys = path.split(".");
  const last = keys.pop() as string;
  let target = doc;
  for (const key of keys) {
    target[key] = isObject(target[key]) ? { ...target[key] } : {};
    target = target[key] as Fields;
  }
  const value = change(target[last]);
  if (value === undefined) delete target[last];
  else target[last] = value;
}

const plus = (a: unknown, b: unknown) =>
  typeof a === "bigint" || typeof b === "bigint" ? BigInt((a as bigint) ?? 0) + BigInt(b as bigint) : ((a as number) ?? 0) + (b as number);
const each = (operand: unknown): unknown[] => (isObject(operand) && Array.isArray(operand.$each) ? operand.$each : [operand]);

function withNew(list: readonly unknown[], items: readonly unknown[]): unknown[] {
  const all = [...list];
  for (const item of items) if (!all.some((known) => isEqual(known, item))) all.push(item);
  return all;
}

const CHANGES: Record<string, (before: unknown, operand: unknown) => unknown> = {
  $set: (before, operand) => (operand === undefined ? before : operand),
  $setOnInsert: (before, operand) => (operand === undefined ? before : operand),
  $unset: () => undefined,
  $inc: plus,
  $min: (before, operand) => (before === undefined || (operand as Date) < (before as Date) ? operand : before),
  $push: (before, operand) => [...((before as unknown[]) ?? []), ...each(operand)],
  $addToSet: (before, operand) => withNew((before as unknown[]) ?? [], each(operand)),
};

/** The document after an update. */
export function updated(doc: Doc, update: object, inserts: boolean): Doc {
  const copy: Fields = { ...doc };
  for (const name in update) {
    if (name === "$setOnInsert" && !inserts) continue;
    const change = CHANGES[name];
    if (!change) throw new NotSimulated(name);
    const operands = (update as Record<string, Fields>)[name] as Fields;
    for (const path in operands) write(copy, path, (before) => change(before, operands[path]));
  }
  return stored(copy);
}

/** The fields that an upsert takes from its filter. */
export function equalities(filter: object): Doc {
  const doc: Fields = {};
  for (const [path, condition] of Object.entries(filter)) {
    if (!path.startsWith("$") && !isCondition(condition)) write(doc, path, () => condition);
  }
  return doc;
}
