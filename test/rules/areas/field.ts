import { completeOAuth, confirmOAuth, startOAuth } from "#libs/contracts/account/index.ts";
import { createSession, exportPageViews, getBreakdown, recordPageView, trackBioView } from "#libs/contracts/analytics/index.ts";
import { setConfigKey } from "#libs/contracts/config/index.ts";
import { createHelpArticle, updateHelpArticle } from "#libs/contracts/content/index.ts";
import { addLink, addSocial, trackLinkClick, updateLink } from "#libs/contracts/creator/index.ts";
import { createEndpoint, rotateSecret } from "#libs/contracts/webhook/index.ts";
import type { Area } from "../area.ts";

export const field: Area = {
  title: "People, their devices, names and networks",
  sections: [],
  groups: [
    {
      code: ["contracts/shared.ts", "readable-text.ts"],
      rules: {
        "FLD-03": "A name, title, headline, tag or subject that shows nothing, such as a Hangul filler, is 400 `error.unreadable_text`.",
        "FLD-05":
          "Half a character is 400 in texts of people and U+FFFD in those of machines; no answer contains one, and no cut makes one.",
        "FLD-06": "More than eight combining marks on a letter are 400; names in Thai, Vietnamese, Hebrew and Tibetan keep all of theirs.",
      },
    },
    {
      code: ["oauth/identity-of.ts", "readable-text.ts"],
      rules: {
        "FLD-04":
          "A name from an identity provider is cleaned to what a person could have typed: joiners stay, a blank one counts as none.",
      },
    },
    {
      code: ["i18n/isolated.ts", "email/mail-frame.ts"],
      rules: {
        "FLD-07": "A sentence of a page, notice or mail keeps its order around names of either direction, in each of the languages.",
      },
    },
    {
      contracts: [createHelpArticle, updateHelpArticle, setConfigKey],
      code: ["html/publishable-html.ts", "html/sanitize-html.ts", "html/tags.ts"],
      rules: {
        "FLD-20":
          "A picture of another host in a help or legal text is 400 `content.error.foreign_picture` with its line; old texts show its words.",
        "FLD-21": "What only looks like a tag stays as text, and a write answers in `removed` which tags and attributes were not stored.",
      },
    },
    {
      code: ["search-fold.ts", "content/domain/help-article.ts", "discover.page.tsx"],
      rules: {
        "FLD-22": "Help and people are found without their accents, vowel signs and letter case, in either spelling of ß, ı, æ and kana.",
      },
    },
    {
      code: ["kernel/csv.ts", "save-file.ts"],
      rules: {
        "FLD-24": "A table that a person saves begins with a byte order mark, and full-width signs begin no formula in it.",
      },
    },
    {
      code: ["app/client/session.ts", "app/client/live.ts", "browser/tabs.ts"],
      rules: {
        "FLD-11":
          "A tab that hangs holds up no other one: within five seconds another tab renews the session and reads the stream of news.",
      },
    },
    {
      code: ["browser/sign-in-mark.ts", "hide-in-memory.ts", "app/app.tsx", "staff-session.ts"],
      rules: {
        "FLD-12":
          "After signing out, no tab and no page from the browser's memory shows anything personal, however long the next page takes.",
      },
    },
    {
      code: ["browser/storage.ts", "sign-in-obstacle.ts", "random-key.ts", "page-responses.tsx"],
      rules: {
        "FLD-09": "Over plain http, public pages work without an error in the console; signing in says that it needs https, and why.",
        "FLD-10": "In a browser that keeps nothing every page can be read, and signing in says what is wrong.",
      },
    },
    {
      code: ["form/problems-in.ts", "parts/fields.tsx"],
      rules: {
        "FLD-08": "A date typed in part and a wrong year are reported at their field; other fields keep their text.",
      },
    },
    {
      code: ["login-callback.tsx", "sign-in-elsewhere.ts"],
      rules: {
        "FLD-14": "A refusal or failure at the provider and a repeated callback send nothing, and lead back and to another try.",
      },
    },
    {
      code: ["translated-texts.ts"],
      rules: {
        "FLD-33": "While a page translator replaces texts, amounts, counters, errors and buttons still change, and nothing is doubled.",
      },
    },
    {
      code: ["dashboard/traffic.ts", "dashboard/dashboard.tsx"],
      rules: {
        "FLD-34": "The numbers say whose days they are, and show no day that has not begun for their reader.",
      },
    },
    {
      contracts: [completeOAuth, confirmOAuth],
      code: ["identity-of.ts", "oidc.ts", "mailed-code.ts", "keys/provider.ts"],
      rules: {
        "FLD-15":
          "An address of which the provider says nothing is confirmed by a code of our own mail, unless the operator trusts the provider.",
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
    {
      code: ["message-size.ts", "nats-conf.ts", "ticket-view.ts"],
      rules: {
        "FLD-26": "A ticket of long messages in any script can be read, answered and closed from both sides; what was stored is answered.",
        "FLD-27": "The largest answer that a contract allows fits into one message of the bus, in three bytes a character.",
      },
    },
    {
      code: ["redis-primary.ts", "redis-link.ts", "used-memory.ts"],
      rules: {
        "FLD-28":
          "When the named Redis becomes a replica, the processes write to its primary within ten seconds, with one line in the log.",
        "FLD-32": "A full Redis doubles no money and allows no free message too many, with any policy; an alarm says that it is full.",
      },
    },
    {
      code: ["http-server.ts", "keys/ops.ts"],
      rules: {
        "FLD-29": "Idle connections outlive the 60 seconds of a balancer by a setting, and are closed first when the gateway stops.",
      },
    },
    {
      code: ["create-runtime.ts", "read-env.ts"],
      rules: {
        "FLD-30": "A webhook reaches a host of which one address is far away and the other one dead.",
      },
    },
    {
      code: ["bus-clock.ts", "caller.ts", "operations/report-vitals.ts"],
      rules: {
        "FLD-31": "Calls through a gateway whose clock is wrong by 15 seconds work, and its health is degraded.",
      },
    },
  ],
};
