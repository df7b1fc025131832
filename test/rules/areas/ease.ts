import { discoverCreators, discoverPlatforms } from "#libs/contracts/creator/index.ts";
import { listEarnings, messageExpiring, messageSent } from "#libs/contracts/messaging/index.ts";
import { getStatement, walletToppedUp } from "#libs/contracts/wallet/index.ts";
import type { Area } from "../area.ts";

export const ease: Area = {
  title: "Ease: what made people stop",
  sections: [],
  unused: ["EAS-01", "EAS-02", "EAS-05", "EAS-09", "EAS-13", "EAS-17", "EAS-18"],
  groups: [
    {
      code: ["kernel/sums.ts", "contracts/shared.ts"],
      rules: {
        "EAS-06": "A sum in the sentence of a refusal has its currency, in the notation of the reader's locale.",
      },
    },
    {
      code: ["client/own-reader.ts", "client/page-language.ts"],
      rules: {
        "EAS-04": "The language of the account is that of its pages, mails and notices; a choice in the footer changes it.",
      },
    },
    {
      contracts: [messageSent, messageExpiring, walletToppedUp],
      code: ["views/notification-text.ts", "domain/wording.ts", "ending/remind-creators.ts"],
      rules: {
        "EAS-20":
          "A mail's subject says who, how much and until when; fans get one for a payment and a sent message, creators one reminder.",
      },
    },
    {
      code: ["env/local-start.ts", "discover/popular-creators.tsx"],
      rules: {
        "EAS-16": "The page without creators says the command that gives this system people, for its folder and port.",
      },
    },
    {
      code: ["openapi/docs-page.ts", "response/documentation-html.ts"],
      rules: {
        "EAS-22":
          "The documentation is one page without script, for every width, in which a browser's search finds each operation and error.",
      },
    },
    {
      code: ["own/unread.ts", "site/frame.tsx"],
      rules: {
        "EAS-03":
          "A number at inbox and notifications says what is unread, comes and goes in all tabs within two seconds, and moves nothing.",
      },
    },
    {
      code: ["client/place.ts", "client/navigation.ts", "messages/thread.tsx"],
      rules: {
        "EAS-07": "A page opens at its top with the focus on its heading, a conversation at its newest message, and back where one was.",
      },
    },
    {
      code: ["service/user-hints.ts", "stream/streams.ts", "ui/unsent-text.tsx"],
      rules: {
        "EAS-08": "What a person or the staff changed reaches each open tab; a form that became impossible closes and keeps its text.",
      },
    },
    {
      code: ["ui/unconfirmed.tsx", "verify-email.page.tsx"],
      rules: {
        "EAS-12": "An address that is not confirmed stands above every page with a way to send the link again, also after a wrong code.",
      },
    },
    {
      code: ["actions/set-vacation.ts", "account/vacation.tsx", "ui/wall-time.ts"],
      rules: {
        "EAS-14":
          "A vacation ends on the day that its owner named, everywhere; a past day is not offered, and sent anyway it ends at once.",
      },
    },
    {
      code: ["i18n/bundles.ts", "kernel/sums.ts"],
      rules: {
        "EAS-21": "Pages, errors, mails and notices have one word for an idea in each language, and a real minus before a sum.",
      },
    },
    {
      code: ["creator/creator.page.tsx"],
      rules: {
        "EAS-19": "A creator's page asks for no email address while no creator can write to those who gave theirs.",
      },
    },
    {
      contracts: [listEarnings, getStatement],
      code: ["money/earnings.tsx", "actions/list-earnings.ts", "actions/get-statement.ts"],
      rules: {
        "EAS-10": "Creators read by month what each message earned, with fee and state, as list, table and statement, equal to the ledger.",
      },
    },
    {
      contracts: [discoverCreators, discoverPlatforms],
      code: ["domain/search-keys.ts", "discover/discover.page.tsx"],
      rules: {
        "EAS-11":
          "A word of name, username, headline or bio finds a creator, every creator is on some page, and no platform offered is empty.",
      },
    },
    {
      code: ["ui/amount.ts", "parts/amount-field.tsx", "ui/use-wanted-price.ts"],
      rules: {
        "EAS-15": "A price or top-up that is not allowed is refused at its field, with the limits, before anything is created.",
      },
    },
  ],
};
