import { getConfigKey, setConfigKey } from "#libs/contracts/config/index.ts";
import {
  createHelpArticle,
  createHelpCategory,
  getEditedArticle,
  listEditedArticles,
  listEditedCategories,
  listLegalVersions,
  removeHelpArticle,
  removeHelpCategory,
  updateHelpArticle,
  updateHelpCategory,
} from "#libs/contracts/content/index.ts";
import type { StaffRoute } from "../staff-route.ts";

const articles = {
  title: "page.help.title",
  actions: [listEditedArticles, getEditedArticle, listEditedCategories, updateHelpArticle, removeHelpArticle],
  place: "/admin/content",
  texts: "content",
  load: () => import("./articles.tsx"),
} as const satisfies Partial<StaffRoute>;

const legal = {
  title: "page.console.legalTexts",
  actions: [listLegalVersions, getConfigKey, setConfigKey],
  texts: "content",
  load: () => import("./legal.tsx"),
} as const satisfies Partial<StaffRoute>;

/** What editors write: help articles with their categories, and legal texts. */
export const routes: readonly StaffRoute[] = [
  { path: "/admin/content", group: "content", ...articles },
  {
    path: "/admin/content/articles/new",
    title: "page.help.title",
    group: null,
    actions: [createHelpArticle, listEditedCategories, getEditedArticle],
    texts: "content",
    load: () => import("./new-article.tsx"),
  },
  { path: "/admin/content/articles/{articleId}", group: null, kinds: ["ARTICLE"], ...articles },
  {
    path: "/admin/content/categories",
    title: "page.console.helpCategories",
    group: null,
    actions: [listEditedCategories, createHelpCategory, updateHelpCategory, removeHelpCategory],
    texts: "content",
    load: () => import("./categories.tsx"),
  },
  { path: "/admin/content/legal", group: "content", ...legal },
  { path: "/admin/content/legal/{kind}", group: null, ...legal },
];
