/** What a form says: texts, nested by brackets. A list is an object with the keys 0, 1, and so on. */
export interface Params {
  readonly [name: string]: string | Params | undefined;
}

/** Reads `a[b][c]=1&expand[0]=d` from a form or a query. */
export function paramsIn(text: string): Params {
  const root: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== "");
    const last = path.pop() ?? "";
    let node = root;
    for (const part of path) {
      node[part] ??= {};
      node = node[part] as Record<string, unknown>;
    }
    node[last === "" ? String(Object.keys(node).length) : last] = value;
  }
  return root as Params;
}

export function textIn(params: Params | undefined, ...path: readonly string[]): string | null {
  let node: string | Params | undefined = params;
  for (const part of path) node = typeof node === "object" ? node[part] : undefined;
  return typeof node === "string" ? node : null;
}

export function listIn(params: Params, name: string): readonly string[] {
  const list = params[name];
  return typeof list === "object" ? Object.values(list).filter((item) => typeof item === "string") : [];
}

/** The texts of a map such as `metadata`. */
export function mapIn(params: Params | undefined, name: string): Record<string, string> {
  const map = params?.[name];
  return typeof map === "object" ? Object.fromEntries(Object.entries(map).map(([key, value]) => [key, String(value)])) : {};
}

/** A refusal of the provider. Those of the kind INVALID are found before the work begins, so no key remembers them. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly param: string | null;
  readonly isRemembered: boolean;

  constructor(
    status: number,
    code: string,
    { param = null, isRemembered = false }: { param?: string | null; isRemembered?: boolean } = {},
  ) {
    super(code);
    this.status = status;
    this.code = code;
    this.param = param;
    this.isRemembered = isRemembered;
  }
}

export const invalid = (param: string, code = "parameter_invalid") => new Refusal(400, code, { param });
/** A refusal that the work itself came to: the key remembers it. */
export const refused = (code: string, param?: string) => new Refusal(400, code, { param: param ?? null, isRemembered: true });

export function required(params: Params, ...path: readonly string[]): string {
  const text = textIn(params, ...path);
  if (text === null || text === "") throw invalid(path.join("."), "parameter_missing");
  return text;
}

/** A sum in minor units. */
export function sumIn(params: Params, ...path: readonly string[]): number {
  const text = required(params, ...path);
  if (!/^[1-9]\d{0,7}$/.test(text)) throw invalid(path.join("."), "parameter_invalid_integer");
  return Number(text);
}

/** Refuses what the protocol does not have, so that a misspelled parameter fails a test. */
export function refuseUnknown(params: Params, known: readonly string[]): void {
  const other = Object.keys(params).find((name) => !known.includes(name));
  if (other !== undefined) throw invalid(other, "parameter_unknown");
}
