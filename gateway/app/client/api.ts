import { ANONYMOUS, asUser } from "#libs/client/send.ts";
import { contractClient } from "./contract-client.ts";
import { inPageLanguage } from "./in-page-language.ts";
import { browserSession } from "./session.ts";
import { giveUpStepUp, withStepUp } from "./step-up/step-up.ts";

/** The session of this browser, and the API client of the signed-in user. */
export const session = browserSession();
export const api = contractClient("/api/v1", withStepUp(asUser(session, inPageLanguage)));
session.onEnd(giveUpStepUp);

/** The API client of a visitor. A refused sign-in is about what was typed, and not about the session of this browser. */
export const visitorApi = contractClient("/api/v1", asUser(ANONYMOUS, inPageLanguage));
