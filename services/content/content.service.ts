import { getConfigChange } from "#libs/contracts/config/index.ts";
import type { Runtime } from "#libs/platform/runtime/runtime.ts";
import { defineService, type PlatformServiceSchema } from "#libs/platform/service/define-service.ts";
import { loadable } from "#libs/platform/service/loadable.ts";
import { acceptLegalTextAction } from "./actions/accept-legal-text.ts";
import { answerTicketAction } from "./actions/answer-ticket.ts";
import { closeTicketAction } from "./actions/close-ticket.ts";
import { createHelpArticleAction } from "./actions/create-help-article.ts";
import { createHelpCategoryAction } from "./actions/create-help-category.ts";
import { findObjectAction } from "./actions/find-object.ts";
import { getBacklogAction } from "./actions/get-backlog.ts";
import { getEditedArticleAction } from "./actions/get-edited-article.ts";
import { getHelpArticleAction } from "./actions/get-help-article.ts";
import { getLegalVersionAction } from "./actions/get-legal-version.ts";
import { getLocaleTextsAction } from "./actions/get-locale-texts.ts";
import { getOwnTicketAction } from "./actions/get-own-ticket.ts";
import { getPrivacyPolicyAction } from "./actions/get-privacy-policy.ts";
import { getTermsAction } from "./actions/get-terms.ts";
import { getTicketAction } from "./actions/get-ticket.ts";
import { listAcceptancesAction } from "./actions/list-acceptances.ts";
import { listEditedArticlesAction } from "./actions/list-edited-articles.ts";
import { listEditedCategoriesAction } from "./actions/list-edited-categories.ts";
import { listHelpArticlesAction } from "./actions/list-help-articles.ts";
import { listHelpCategoriesAction } from "./actions/list-help-categories.ts";
import { listLegalVersionsAction } from "./actions/list-legal-versions.ts";
import { listLocalesAction } from "./actions/list-locales.ts";
import { listOwnTicketsAction } from "./actions/list-own-tickets.ts";
import { listPublicLegalVersionsAction } from "./actions/list-public-legal-versions.ts";
import { listTicketsAction } from "./actions/list-tickets.ts";
import { openTicketAction } from "./actions/open-ticket.ts";
import { removeHelpArticleAction } from "./actions/remove-help-article.ts";
import { removeHelpCategoryAction } from "./actions/remove-help-category.ts";
import { updateHelpArticleAction } from "./actions/update-help-article.ts";
import { updateHelpCategoryAction } from "./actions/update-help-category.ts";
import { writeToTicketAction } from "./actions/write-to-ticket.ts";
import { contentRevisions } from "./data/content-revision.store.ts";
import { helpArticles } from "./data/help-article.model.ts";
import { helpCategories } from "./data/help-category.store.ts";
import { legalAcceptances } from "./data/legal-acceptance.store.ts";
import { legalVersions } from "./data/legal-version.store.ts";
import { supportTickets } from "./data/support-ticket.model.ts";
import { type Deps, liveDeps } from "./deps.ts";
import { onConfigChanged } from "./events/on-config-changed.ts";
import { onUserRegistered } from "./events/on-user-registered.ts";
import { refoldArticles } from "./help/refold-articles.ts";
import { seedHelp } from "./help/seed-help.ts";
import { contentPersonalData } from "./personal-data.ts";

/** Legal texts, help, support tickets and the texts of the interface (spec 2.8, 2.10, 4.7, 4.11). */
export function contentService(runtime: Runtime): PlatformServiceSchema {
  const deps = liveDeps(runtime);
  return defineService(deps, {
    actions: {
      ...legalActions(deps),
      ...helpActions(deps),
      ...supportActions(deps),
      ...localeActions(),
      getBacklog: getBacklogAction(deps),
      findObject: findObjectAction(deps),
    },
    calls: [getConfigChange],
    consumes: [onConfigChanged(deps), onUserRegistered(deps)],
    jobs: [],
    collections: [legalVersions, legalAcceptances, helpCategories, helpArticles, supportTickets, contentRevisions],
    personalData: contentPersonalData(deps.database),
    async prepare() {
      await deps.categories.count.prepare();
      if (!runtime.env.production) await seedHelp(deps);
      await refoldArticles(deps);
    },
    background: [deps.published, deps.ticketHints],
  });
}

export default loadable(contentService);

const legalActions = (deps: Deps) => ({
  getTerms: getTermsAction(deps),
  getPrivacyPolicy: getPrivacyPolicyAction(deps),
  getLegalVersion: getLegalVersionAction(deps),
  listPublicLegalVersions: listPublicLegalVersionsAction(deps),
  listLegalVersions: listLegalVersionsAction(deps),
  acceptLegalText: acceptLegalTextAction(deps),
  listAcceptances: listAcceptancesAction(deps),
});

const helpActions = (deps: Deps) => ({
  listHelpArticles: listHelpArticlesAction(deps),
  getHelpArticle: getHelpArticleAction(deps),
  listHelpCategories: listHelpCategoriesAction(deps),
  listEditedCategories: listEditedCategoriesAction(deps),
  createHelpCategory: createHelpCategoryAction(deps),
  updateHelpCategory: updateHelpCategoryAction(deps),
  removeHelpCategory: removeHelpCategoryAction(deps),
  listEditedArticles: listEditedArticlesAction(deps),
  getEditedArticle: getEditedArticleAction(deps),
  createHelpArticle: createHelpArticleAction(deps),
  updateHelpArticle: updateHelpArticleAction(deps),
  removeHelpArticle: removeHelpArticleAction(deps),
});

const supportActions = (deps: Deps) => ({
  openTicket: openTicketAction(deps),
  listOwnTickets: listOwnTicketsAction(deps),
  getOwnTicket: getOwnTicketAction(deps),
  writeToTicket: writeToTicketAction(deps),
  listTickets: listTicketsAction(deps),
  getTicket: getTicketAction(deps),
  answerTicket: answerTicketAction(deps),
  closeTicket: closeTicketAction(deps),
});

const localeActions = () => ({
  listLocales: listLocalesAction(),
  getLocaleTexts: getLocaleTextsAction(),
});
