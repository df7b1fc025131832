import type { PageData } from "#gateway/ui/page-data.ts";
import { asUser } from "#libs/client/send.ts";
import { contractClient } from "./contract-client.ts";
import { inPageLanguage } from "./in-page-language.ts";
import { browserSession } from "./session.ts";

/** The session of this browser, and the interface as whoever is signed in. */
export const session = browserSession();
export const api = contractClient("/api/v1", asUser(session, inPageLanguage));

/** What the server has told; nothing in a document of another shell. */
export const pageData = JSON.parse(document.getElementById("data")?.textContent ?? "{}") as Partial<PageData>;
