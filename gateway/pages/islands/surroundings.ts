import { createClient } from "#libs/client/index.ts";
import { browserSession } from "./session.ts";

/** The session of this browser, and the interface as whoever is signed in. */
export const session = browserSession();
export const api = createClient("/api/v1", session);

/** What the server tells the scripts of the face `app`. */
export interface PageData {
  /** Whether people can sign in with an account of another provider. */
  readonly signInElsewhere: boolean;
  /** Whether payments are a sandbox, whose page is of this site. */
  readonly testPayments: boolean;
  /** Who stands behind the site, for receipts. */
  readonly issuer: { readonly name: string; readonly address: string; readonly email: string };
}

export const pageData = JSON.parse(document.getElementById("data")?.textContent ?? "{}") as Partial<PageData>;

/** What the server has put into the document for the script of this page. */
export function documentData<T>(): T {
  return JSON.parse(document.getElementById("data")?.textContent ?? "null") as T;
}
