import { uuid } from "#libs/kernel/ids.ts";
import { eventually } from "../support/eventually.ts";
import type { Reply } from "../support/http.ts";
import { dataOf, type Person, type TestSystem } from "../support/test-system.ts";

interface ContentTour {
  readonly system: Pick<TestSystem, "send" | "setConfig">;
  readonly tour: Map<string, Reply>;
  readonly fan: Person;
  readonly admin: Person;
}

/** Calls the routes of legal texts, help, support and locales, so that each succeeds once. */
export async function visitContent(context: ContentTour): Promise<void> {
  await visitLegalTexts(context);
  await visitHelp(context);
  await visitSupport(context);
  const { send } = context.system;
  context.tour.set("content.listLocales", await send("GET", "/public/i18n/locales"));
  context.tour.set("content.getLocaleTexts", await send("GET", "/public/i18n/de"));
}

async function visitLegalTexts({ system: { send, setConfig }, tour, fan, admin }: ContentTour): Promise<void> {
  await setConfig("legal.terms_of_service", "<p>Be kind.</p>");
  tour.set("content.getTerms", await send("GET", "/legal/terms"));
  tour.set("content.getPrivacyPolicy", await send("GET", "/legal/privacy"));
  const day = new Date().toISOString().slice(0, 10);
  await eventually(async () => {
    tour.set("content.getLegalVersion", await send("GET", `/legal/terms/versions/${day}`));
    dataOf(tour.get("content.getLegalVersion") as Reply, 200);
  });
  tour.set("content.listPublicLegalVersions", await send("GET", "/legal/terms/versions"));
  tour.set("content.listLegalVersions", await admin.send("GET", "/admin/legal/terms/versions"));
  tour.set("content.acceptLegalText", await fan.send("POST", "/legal/accept", { kind: "terms" }));
  tour.set("content.listAcceptances", await fan.send("GET", "/legal/acceptances"));
}

async function visitHelp({ system: { send }, tour, admin }: ContentTour): Promise<void> {
  const [category, slug] = [`tour-${uuid()}`, `tour-${uuid()}`];
  tour.set("content.createHelpCategory", await admin.send("POST", "/admin/help/categories", { name: "Tour", slug: category }));
  const { id: categoryId } = dataOf<{ id: string }>(tour.get("content.createHelpCategory") as Reply, 201);
  const categoryPath = `/admin/help/categories/${categoryId}`;
  tour.set("content.updateHelpCategory", await admin.send("PATCH", categoryPath, { description: "All of it" }));
  const article = { slug, title: "Tour", content: "<p>Come along.</p>", category };
  tour.set("content.createHelpArticle", await admin.send("POST", "/admin/help/articles", article));
  const { id: articleId } = dataOf<{ id: string }>(tour.get("content.createHelpArticle") as Reply, 201);
  const articlePath = `/admin/help/articles/${articleId}`;
  tour.set("content.updateHelpArticle", await admin.send("PATCH", articlePath, { status: "PUBLISHED" }));
  tour.set("content.getEditedArticle", await admin.send("GET", articlePath));
  tour.set("content.listEditedArticles", await admin.send("GET", "/admin/help/articles"));
  tour.set("content.listEditedCategories", await admin.send("GET", "/admin/help/categories"));
  tour.set("content.listHelpCategories", await send("GET", "/public/help/categories"));
  tour.set("content.listHelpArticles", await send("GET", "/public/help/articles"));
  tour.set("content.getHelpArticle", await send("GET", `/public/help/articles/${slug}`));
  tour.set("content.removeHelpArticle", await admin.send("DELETE", articlePath));
  tour.set("content.removeHelpCategory", await admin.send("DELETE", categoryPath));
}

async function visitSupport({ tour, fan, admin }: ContentTour): Promise<void> {
  tour.set("content.openTicket", await fan.send("POST", "/support/tickets", { subject: "Tour", message: "Where to?" }));
  const { id } = dataOf<{ id: string }>(tour.get("content.openTicket") as Reply, 201);
  tour.set("content.writeToTicket", await fan.send("POST", `/support/tickets/${id}/messages`, { message: "Hello?" }));
  tour.set("content.answerTicket", await admin.send("POST", `/admin/support/tickets/${id}/messages`, { message: "There." }));
  tour.set("content.getTicket", await admin.send("GET", `/admin/support/tickets/${id}`));
  tour.set("content.listTickets", await admin.send("GET", "/admin/support/tickets"));
  tour.set("content.closeTicket", await admin.send("POST", `/admin/support/tickets/${id}/close`, {}));
  tour.set("content.getOwnTicket", await fan.send("GET", `/support/tickets/${id}`));
  tour.set("content.listOwnTickets", await fan.send("GET", "/support/tickets"));
}
