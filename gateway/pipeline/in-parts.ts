import type { DocumentPart } from "../request/document-body.ts";
import type { RequestContext } from "../request/request-context.ts";
import type { HttpResponse } from "../response/response.ts";

/** Runs a route once for each part of the document that was sent. The response is that of the last part, or of the first one that failed. */
export async function respondInParts(
  context: RequestContext,
  parts: readonly DocumentPart[],
  respond: () => Promise<HttpResponse>,
): Promise<HttpResponse> {
  let response: HttpResponse | undefined;
  for (const part of parts) {
    context.document = part;
    response = await respond();
    if (response.status >= 400) break;
  }
  if (!response) throw new Error("a document has a part");
  return response;
}

interface FilePart {
  readonly base64: string;
  readonly nextPart: number | null;
}

/** The result with the bytes of all its parts. */
export async function withLaterParts(first: unknown, ask: (part: number) => Promise<unknown>): Promise<unknown> {
  if (!isPart(first)) return first;
  const parts = [first];
  for (let next = first.nextPart; next !== null; next = parts.at(-1)?.nextPart ?? null) parts.push((await ask(next)) as FilePart);
  return { ...first, base64: parts.map(({ base64 }) => base64) };
}

function isPart(result: unknown): result is FilePart {
  return typeof result === "object" && result !== null && "nextPart" in result;
}
