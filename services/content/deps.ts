import { HINTS } from "#libs/contracts/hints.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import { createFoundation, type Foundation } from "#libs/platform/service/foundation.ts";
import { type UserHints, userHints } from "#libs/platform/service/user-hints.ts";
import { contentRevisionStore } from "./data/content-revision.store.ts";
import { type HelpArticleStore, helpArticleStore } from "./data/help-article.store.ts";
import { type HelpCategoryStore, helpCategoryStore } from "./data/help-category.store.ts";
import { type LegalAcceptanceStore, legalAcceptanceStore } from "./data/legal-acceptance.store.ts";
import { type LegalVersionStore, legalVersionStore } from "./data/legal-version.store.ts";
import { type SupportTicketStore, supportTicketStore } from "./data/support-ticket.store.ts";
import { type RevisionHints, revisionHints } from "./revision-hints.ts";

/** The dependencies of the actions and event handlers; each of them picks those it needs. */
export interface Deps extends Foundation {
  readonly legalVersions: LegalVersionStore;
  readonly legalAcceptances: LegalAcceptanceStore;
  readonly categories: HelpCategoryStore;
  readonly articles: HelpArticleStore;
  readonly tickets: SupportTicketStore;
  /** For the tickets of a user. */
  readonly ticketHints: UserHints;
  /** Called by every transaction that changes published content. */
  readonly published: RevisionHints;
}

/** The dependencies in a running process, over the content database. */
export function liveDeps(runtime: Runtime): Deps {
  const foundation = createFoundation(runtime, { service: "content", uses: ["outbox", "inbox", "audit"] });
  const { database } = foundation;
  const ticketHints = userHints(HINTS.ticketChanged);
  return {
    ...foundation,
    legalVersions: legalVersionStore(database),
    legalAcceptances: legalAcceptanceStore(database),
    categories: helpCategoryStore(database),
    articles: helpArticleStore(database),
    tickets: supportTicketStore(database, ticketHints.sendAfterCommit),
    ticketHints,
    published: revisionHints(contentRevisionStore(database)),
  };
}
