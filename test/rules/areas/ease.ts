import { deleteWithPassword, register, requestDeletion, verifyEmail } from "#libs/contracts/account/index.ts";
import { discoverCreators, discoverPlatforms } from "#libs/contracts/creator/index.ts";
import { listEarnings, messageExpiring, messageSent } from "#libs/contracts/messaging/index.ts";
import { getStatement, walletToppedUp } from "#libs/contracts/wallet/index.ts";
import type { Area } from "../area.ts";

export const ease: Area = {
  title: "Ease: what made people stop",
  sections: [],
  groups: [
    {
      contracts: [register, verifyEmail],
      code: ["actions/verify-email.ts", "public/confirm-address.ts", "public/wanted.ts"],
      rules: {
        "EAS-01":
          "A confirmed address signs in and goes on, in the browser that registered it; elsewhere signing in is offered with the address.",
      },
    },
    {
      code: ["compose/compose-agreed.ts", "client/drafts.ts", "client/top-ups.ts"],
      rules: {
        "EAS-02": "A payment begun for a message sends it once when it has succeeded; after a change of the price it waits for a press.",
      },
    },
    {
      contracts: [deleteWithPassword, requestDeletion],
      code: ["account/deletion-dialog.tsx", "closing/closing-money.tsx", "farewell.page.tsx"],
      rules: {
        "EAS-13":
          "Deleting an account names the sums of wallet, earnings, open messages and payouts, asks for the password, and ends on a page.",
      },
    },
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
      code: ["ui/error-fields.ts", "ui/refusals.ts", "form/use-form.ts", "form/problems-in.ts"],
      rules: {
        "EAS-05": "Each refusal of a form stands at its field, in the window and with the focus; older ones go when it is sent again.",
      },
    },
    {
      code: ["site/outcomes.ts", "site/pages.tsx"],
      rules: {
        "EAS-18": "A form without script answers with a redirect to its outcome; loading it again and going back send nothing.",
      },
    },
    {
      code: ["messages/thread-menu.tsx", "overview/first-steps.tsx", "browser/unsaved.ts", "ui/use-leaving.tsx", "browser/shapes.ts"],
      rules: {
        "EAS-17":
          "The menu “More” names the message it reports; first steps stay until done or hidden; unsaved changes are asked about before they are lost.",
      },
    },
    {
      code: ["parts/price-choice.tsx", "parts/fields.tsx", "money/payouts.tsx", "ui/page-data.ts"],
      rules: {
        "EAS-09": "Fee, minimum and limits stand at their fields before anything is sent; a control that cannot be used says why.",
      },
    },
    {
      code: ["i18n/bundles.ts", "kernel/sums.ts"],
      rules: {
        "EAS-21":
          "Pages, errors, mails and notices have one word for an idea in each language, one apostrophe, and a real minus before a sum.",
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
