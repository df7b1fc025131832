import {
  getHelpArticle,
  getLegalVersion,
  getLocaleTexts,
  getPrivacyPolicy,
  getTerms,
  listHelpArticles,
  listLegalVersions,
  listLocales,
  listPublicLegalVersions,
} from "#libs/contracts/content/index.ts";
import type { Area } from "../area.ts";

export const legalTexts: Area = {
  title: "Legal texts",
  sections: ["4.7", "2.10"],
  groups: [
    {
      contracts: [getTerms, getPrivacyPolicy],
      code: ["legal-view.ts", "legal-text.ts"],
      rules: {
        "LEG-01": "Until they are written the terms are `Terms of service not yet published.` with `lastUpdated` null.",
        "LEG-02": "Until it is written the policy is `Privacy policy not yet published.` with `lastUpdated` null.",
        "LEG-03": "The terms are the setting `legal.terms_of_service`, and `lastUpdated` is when it was changed.",
        "LEG-04": "The privacy policy is the setting `legal.privacy_policy`, and `lastUpdated` is when it was changed.",
        "LEG-05": "After a reset of the setting the default text is back and `lastUpdated` is null.",
        "LEG-06": "Query strings, headers and bodies change nothing and are never refused.",
        "LEG-07": "The texts are public, and an answer has exactly `content` and `lastUpdated`.",
      },
    },
    {
      contracts: [getTerms, getPrivacyPolicy],
      code: ["sanitize-html.ts", "check-value.ts"],
      rules: {
        "LEG-08":
          "What a browser would run (scripts, handlers, `javascript:`) is taken out when a text is saved, and again when it is read.",
      },
    },
    {
      contracts: [getTerms, getPrivacyPolicy],
      code: ["entity-tag.ts"],
      rules: {
        "LEG-09":
          "An answer has an `ETag` and may be stored by shared caches for 60 seconds; a client that has the content already gets 304.",
      },
    },
    {
      contracts: [listLegalVersions, listPublicLegalVersions, getLegalVersion],
      code: ["on-config-changed.ts"],
      rules: { "LEG-10": "Every change is a version: administrators list them, and anybody reads the text in force at the end of a day." },
    },
  ],
};

export const helpArticles: Area = {
  title: "Help articles",
  sections: ["4.11", "2.8"],
  groups: [
    {
      contracts: [listHelpArticles],
      code: ["help-article.store.ts", "help-view.ts"],
      rules: {
        "HLP-01": "Only PUBLISHED articles are listed; drafts and archived ones never are.",
        "HLP-02":
          "An item has exactly `slug`, `title`, `excerpt`, `icon`, `readTimeMinutes`, `isFeatured`, `publishedAt` and `category`; no content.",
        "HLP-03": "The article that was published last comes first; the id decides between equal times.",
        "HLP-05": "`category` is the slug of a category; an unknown one is an empty list.",
        "HLP-08": "Exactly `featured=true` keeps only the featured articles; any other value is no filter.",
        "HLP-09": "`locale` is an exact code: `en-US` is not `en`; without it articles of all locales are listed.",
        "HLP-10": "An article must fit every filter that is given.",
      },
    },
    {
      contracts: [listHelpArticles],
      code: ["request-params.ts", "shared.ts"],
      rules: { "HLP-04": "`page` is clamped to 1 or more and `limit` to 1-50; a value that is not a number is the default, 1 or 20." },
    },
    {
      contracts: [listHelpArticles],
      code: ["help-article.ts"],
      rules: {
        "HLP-06": "A search finds its text anywhere in title, content or excerpt, in any letter case.",
        "HLP-07": "Every character of a search stands for itself: no pattern, no error.",
      },
    },
    {
      contracts: [listHelpArticles],
      code: ["success-envelope.ts"],
      rules: {
        "HLP-11": "A success says `Cache-Control: public, s-maxage=300, stale-while-revalidate=600`.",
        "HLP-12": "The 61st request of an address in a minute is 429 and may not be stored by caches.",
      },
    },
    {
      contracts: [getHelpArticle],
      code: ["help-view.ts"],
      rules: {
        "HLP-13":
          "An article by its slug is the item with its content; an unknown or unpublished one is 404 `help.error.article_not_found`.",
      },
    },
  ],
};

export const locales: Area = {
  title: "Locales and texts",
  sections: ["1"],
  groups: [
    {
      contracts: [listLocales],
      code: ["locales.ts"],
      rules: {
        "I18-01":
          "The list of locales has the twenty codes, each with its own name and direction; Arabic and Hebrew run from right to left.",
      },
    },
    {
      contracts: [getLocaleTexts],
      code: ["bundles.ts"],
      rules: {
        "I18-02": "The texts of a locale come with an `ETag`; each of the twenty has a text for every error key and every notification.",
      },
    },
  ],
};
