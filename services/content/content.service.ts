import type { Service, ServiceSchema } from "moleculer";
import type { DurableParts } from "#libs/events/durable-middleware.ts";
import { outboxGauge } from "#libs/events/outbox-gauge.ts";
import type { JobParts } from "#libs/jobs/jobs-middleware.ts";
import type { PersonalDataParts } from "#libs/personal-data/personal-data.ts";
import { personalDataActions } from "#libs/personal-data/personal-data-actions.ts";
import type { Runtime } from "#libs/runtime/runtime.ts";
import { acceptLegalTextAction } from "./actions/accept-legal-text.ts";
import { answerTicketAction } from "./actions/answer-ticket.ts";
import { closeTicketAction } from "./actions/close-ticket.ts";
import { createHelpArticleAction } from "./actions/create-help-article.ts";
import { createHelpCategoryAction } from "./actions/create-help-category.ts";
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
import { listTicketsAction } from "./actions/list-tickets.ts";
import { openTicketAction } from "./actions/open-ticket.ts";
import { removeHelpArticleAction } from "./actions/remove-help-article.ts";
import { removeHelpCategoryAction } from "./actions/remove-help-category.ts";
import { updateHelpArticleAction } from "./actions/update-help-article.ts";
import { updateHelpCategoryAction } from "./actions/update-help-category.ts";
import { writeToTicketAction } from "./actions/write-to-ticket.ts";
import { type Deps, liveDeps } from "./deps.ts";
import { onConfigChanged } from "./events/on-config-changed.ts";
import { contentPersonalData } from "./personal-data.ts";
import { seedHelp } from "./seeds/seed-help.ts";

/** Texts that the platform publishes, and the support (spec 2.8, 2.10, 4.7, 4.11). */
export function contentService(runtime: Runtime): ServiceSchema & PersonalDataParts {
  const deps = liveDeps(runtime);
  const connection = runtime.database("content");
  const personalData = contentPersonalData(connection);
  const background: DurableParts & JobParts = {
    durable: [onConfigChanged(deps)],
    outbox: deps.outbox,
    jobs: [outboxGauge("content", { outbox: deps.outbox, metrics: runtime.metrics })],
  };
  return {
    name: "content",
    personalData,
    actions: {
      ...legalActions(deps),
      ...helpActions(deps),
      ...supportActions(deps),
      ...localeActions(),
      ...personalDataActions("content", { connection, clock: runtime.clock }, personalData),
    },
    created(this: Service) {
      deps.bind(this.broker);
    },
    async started() {
      await deps.prepare();
      if (!runtime.env.production) await seedHelp(deps);
    },
    ...background,
  };
}

const legalActions = (deps: Deps) => ({
  getTerms: getTermsAction(deps),
  getPrivacyPolicy: getPrivacyPolicyAction(deps),
  getLegalVersion: getLegalVersionAction(deps),
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
