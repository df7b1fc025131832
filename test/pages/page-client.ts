/** The response that a browser gets for an address. */
export interface PageReply {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
}

export type GetPage = (path: string, headers?: Readonly<Record<string, string>>) => Promise<PageReply>;

/** Requests pages like a browser, without following redirects. */
export function pageClient(base: string): GetPage {
  return async (path, headers = {}) => {
    const response = await fetch(base + path, { headers: { accept: "text/html", ...headers }, redirect: "manual" });
    return { status: response.status, headers: response.headers, html: await response.text() };
  };
}

/** The content of an element of the head: `meta[property]`, `meta[name]` or `link[rel]`. */
export function headValues(html: string, name: string): readonly string[] {
  const tags = html.match(/<(meta|link)\b[^>]*>/g) ?? [];
  return tags
    .filter((tag) => new RegExp(`(property|name|rel)="${name}"`).test(tag))
    .map((tag) => /(?:content|href)="([^"]*)"/.exec(tag)?.[1] ?? "");
}

/** Scripts with the parts that they load at once. */
export async function withParts(get: GetPage, files: readonly string[]): Promise<readonly string[]> {
  const found = new Set(files);
  for (const file of found)
    for (const [, part] of (await get(file)).html.matchAll(/(?:from|import)"\.\/([\w-]+\.js)"/g)) found.add(`/assets/${part}`);
  return [...found];
}

/** The parts that scripts load when a page needs them. */
export async function dynamicPartsOf(get: GetPage, files: readonly string[]): Promise<readonly string[]> {
  const scripts = files.filter((file) => file.endsWith(".js"));
  const texts = await Promise.all(scripts.map(async (file) => (await get(file)).html));
  return [
    ...new Set(texts.flatMap((text) => [...text.matchAll(/import\([`"]\.\/([\w-]+\.js)[`"]\)/g)].map(([, part]) => `/assets/${part}`))),
  ];
}
