import { action, type HttpBinding } from "#libs/contract-kit/contract.ts";
import { LOCALES } from "../shared.ts";

export * from "./help.ts";
export * from "./legal.ts";
export * from "./support.ts";

const PUBLISHED = {
  etag: true,
  headers: { "Cache-Control": "public, s-maxage=300, stale-while-revalidate=600" },
  cachedUntil: "content changes",
} as const satisfies Partial<HttpBinding>;
const direction = { type: "enum", values: ["ltr", "rtl"] } as const;

export const listLocales = action({
  name: "content.listLocales",
  summary: "The locales of the interface",
  http: { method: "GET", path: "/public/i18n/locales", auth: "public", ...PUBLISHED },
  params: {},
  returns: {
    type: "array",
    max: LOCALES.length,
    items: { type: "object", props: { code: { type: "enum", values: LOCALES }, name: { type: "string" }, direction } },
  },
  errors: [],
});

export const getLocaleTexts = action({
  name: "content.getLocaleTexts",
  summary: "Every text of one locale, by key",
  http: { method: "GET", path: "/public/i18n/{locale}", auth: "public", ...PUBLISHED },
  params: { locale: { type: "string", description: "One of the codes of /public/i18n/locales" } },
  returns: {
    type: "object",
    props: {
      locale: { type: "enum", values: LOCALES },
      direction,
      messages: { type: "record", values: { type: "string" }, maxBytes: 1_000_000 },
    },
  },
  errors: ["i18n.error.locale_not_found"],
});
