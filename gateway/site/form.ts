import type { IncomingHttpHeaders } from "node:http";
import { AppError } from "#libs/errors/app-error.ts";
import { readBytes } from "../request/json-body.ts";
import type { RequestContext } from "../request/request-context.ts";
import type { Site } from "./page.ts";

const FORM_TYPE = "application/x-www-form-urlencoded";

/** The fields of a form that a page of this site has sent. Throws 403 for one of another site, 413 and 415. */
export async function formFields(
  { request }: Pick<RequestContext, "request">,
  { publicHost }: Pick<Site, "publicHost">,
): Promise<URLSearchParams> {
  const bytes = await readBytes(request);
  if (!isFromHere(request.headers, publicHost)) throw new AppError("error.forbidden");
  if ((request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() !== FORM_TYPE)
    throw new AppError("error.unsupported_media_type");
  return new URLSearchParams(bytes.toString("utf8"));
}

/**
 * A page without referrer sends the origin `null`, so `Sec-Fetch-Site` takes precedence. A client that sends neither header is no browser.
 */
function isFromHere({ origin, host, "sec-fetch-site": site }: IncomingHttpHeaders, publicHost: string): boolean {
  if (site !== undefined) return site === "same-origin" || site === "none";
  return origin === undefined || [publicHost, `http://${host}`, `https://${host}`].includes(origin);
}
