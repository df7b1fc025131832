import type { ConfigReader } from "#libs/config/reader.ts";
import type { HttpBinding } from "#libs/contract-kit/contract.ts";
import type { Answer } from "./answer.ts";

const KEYWORDS: Readonly<Record<string, string>> = { none: "'none'", self: "'self'" };

/** Says which sites may frame an answer, where its route may be framed at all. Every other answer may not. */
export function withFraming(answer: Answer, { framable }: HttpBinding, config: Pick<ConfigReader, "read">): Answer {
  if (!framable) return answer;
  const policy = `default-src 'none'; frame-ancestors ${frameAncestors(config.read("bio.embed_frame_ancestors"))}`;
  return { ...answer, headers: { ...answer.headers, "Content-Security-Policy": policy } };
}

/** The source list of the directive; `none` counts only when it is alone. */
function frameAncestors(sites: readonly string[]): string {
  const allowed = [...new Set(sites)].filter((site) => site !== "none").map((site) => KEYWORDS[site] ?? site);
  return allowed.length === 0 ? "'none'" : allowed.join(" ");
}
