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
