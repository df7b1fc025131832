import { byId, byIdOrName, objectFinder } from "#libs/platform/service/object-finder.ts";
import { helpArticles } from "../data/help-article.model.ts";
import { helpCategories } from "../data/help-category.store.ts";
import { supportTickets } from "../data/support-ticket.model.ts";
import type { Deps } from "../deps.ts";

/** Internal: what an id names here, for the console. */
export const findObjectAction = ({ database }: Pick<Deps, "database">) =>
  objectFinder("content", {
    TICKET: byId(database.collection(supportTickets)),
    ARTICLE: byIdOrName(database.collection(helpArticles), (name) => ({ slug: name.replace(/^\/help\//, "") })),
    CATEGORY: byId(database.collection(helpCategories)),
  });
