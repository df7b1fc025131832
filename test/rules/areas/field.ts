import { completeOAuth, confirmOAuth, startOAuth } from "#libs/contracts/account/index.ts";
import { createSession, exportPageViews, getBreakdown, recordPageView, trackBioView } from "#libs/contracts/analytics/index.ts";
import { addLink, addSocial, trackLinkClick, updateLink } from "#libs/contracts/creator/index.ts";
import { createEndpoint, rotateSecret } from "#libs/contracts/webhook/index.ts";
import type { Area } from "../area.ts";

export const field: Area = {
  title: "People, their devices, names and networks",
  sections: [],
  unused: [
    "FLD-03",
    "FLD-04",
    "FLD-05",
    "FLD-06",
    "FLD-07",
    "FLD-08",
    "FLD-09",
    "FLD-10",
    "FLD-11",
    "FLD-12",
    "FLD-14",
    "FLD-20",
    "FLD-21",
    "FLD-22",
    "FLD-24",
    "FLD-26",
    "FLD-27",
    "FLD-28",
    "FLD-29",
    "FLD-30",
    "FLD-31",
    "FLD-32",
    "FLD-33",
    "FLD-34",
  ],
  groups: [
    {
      contracts: [completeOAuth, confirmOAuth],
      code: ["identity-of.ts", "oidc.ts", "sign-in-confirmation.ts", "keys/provider.ts"],
      rules: {
        "FLD-15": "An address that the provider has not verified is confirmed by our own mail, unless the operator trusts the provider.",
      },
    },
    {
      contracts: [startOAuth, completeOAuth],
      code: ["sign-in-elsewhere.ts"],
      rules: {
        "FLD-13": "Sign-ins with another account that were begun in two tabs of a browser both succeed, and each returns to its own page.",
      },
    },
    {
      contracts: [createEndpoint, rotateSecret],
      code: ["domain/signature.ts", "webhook-verification.ts"],
      rules: {
        "FLD-25":
          "The secret that is shown once is accepted as it is by libraries of Standard Webhooks; the documentation shows code that verifies.",
      },
    },
    {
      contracts: [createSession, getBreakdown, exportPageViews],
      code: ["referrer-site.ts", "readable-host.ts"],
      rules: {
        "FLD-23": "A referrer is the site from which a visit comes, in readable letters; a page of the platform is none.",
      },
    },
    {
      contracts: [createSession, recordPageView, trackBioView, trackLinkClick],
      code: ["analytics/bots.ts", "keys/analytics.ts"],
      rules: {
        "FLD-01": "People in browsers of apps and on phones named like a bot count; names of bots are matched as words of a product.",
        "FLD-02": "Tools that call themselves browsers do not count; `analytics.bot_tokens` adds further ones without a release.",
      },
    },
    {
      contracts: [addLink, updateLink, addSocial],
      code: ["bio/link-address.ts", "host-rules.ts"],
      rules: {
        "FLD-16": "A web address is stored as a browser writes it, and its host is the same place for every visitor, else 400.",
      },
    },
    {
      contracts: [addLink, updateLink],
      code: ["bio/link-address.ts", "kernel/mailto.ts"],
      rules: {
        "FLD-17": "Each mail address that can be registered can be linked, with a subject and a body, and with no other header.",
        "FLD-18":
          "A telephone number is stored in E.164, however it is written; without its country code it is 400 `creator.link.country_code_missing`.",
      },
    },
    {
      code: ["gateway/ui/amount.ts", "amount-field.tsx"],
      rules: {
        "FLD-19":
          "An amount is read as people paste it, with the currency; the field says why it does not read one, and never reads another.",
      },
    },
  ],
};
