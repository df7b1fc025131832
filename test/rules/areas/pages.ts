import type { Area } from "../area.ts";

const LATER = "Its page is not built yet.";

export const pages: Area = {
  title: "Pages: what the product sends, prints or promises opens",
  sections: [],
  groups: [
    {
      code: ["gateway-server.ts", "load-pages.ts"],
      rules: {
        "PGE-24": "Without pages the gateway answers as an interface only.",
      },
    },
    {
      code: ["announce.ts"],
      rules: { "PGE-02": "The addresses that a start prints name its port, and open." },
    },
    {
      code: [
        "site-files.ts",
        "discover.page.tsx",
        "help.page.tsx",
        "legal.page.tsx",
        "error-view.tsx",
        "negotiation.ts",
        "assets.ts",
        "reserved-names.ts",
        "page-responses.tsx",
      ],
      rules: {
        "PGE-03": "A path that the interface has too is a page for a client that names HTML, and the error envelope for every other one.",
        "PGE-11": "First segments of pages and names like files are no usernames; files that browsers ask for are there.",
        "PGE-12": "An unknown path is a page in the reader's language that offers search, start and help; a program gets the envelope.",
        "PGE-18":
          "Legal pages show the texts, versions and dates of the interface; without a text they say so, with a marked example outside production.",
        "PGE-19":
          "Discovery finds creators by the beginning of their name, has pages and an empty state, and is 503 while it is switched off.",
        "PGE-20": "A page whose service is away is 503 within two and a half seconds, with a number to quote.",
        "PGE-22": "A chosen language is remembered, right-to-left where it is written so, with Latin digits; all languages have all texts.",
        "PGE-23":
          "An asset is cached for ever under its hash; under an older hash the present one is sent and not cached; unknown ones are 404.",
      },
    },
    {
      code: ["creator.page.tsx", "creator-head.tsx", "creator-files.ts", "embed.page.tsx", "templates.css"],
      rules: {
        "PGE-04":
          "The page of a creator shows name, price, links in their order and verified accounts; hidden and unknown ones look alike.",
        "PGE-05":
          "The head of a creator's page has its canonical address, a preview with the promise of the money back, a picture and structured data.",
        "PGE-06": "The QR code is an SVG on white with its margin, and answers 304 to a client that has it.",
        "PGE-07": "The embedded page may be framed by the sites of the setting when its owner allows it; no other page may be framed.",
        "PGE-09": "During an absence the page tells its end and offers no message; a reader who wants to write learns why not.",
        "PGE-10": "Markup in what people wrote stays text, and a link never runs a script.",
        "PGE-28": "An unknown template of a creator's page is the plain one; templates change colours without inline style.",
      },
    },
    {
      code: ["page-table.ts", "console.page.tsx", "endpoint.tsx"],
      rules: { "PGE-01": "Every address in every mail, in each language, opens as a page in that language and direction." },
    },
    {
      code: ["page-table.ts"],
      notBuilt: "Figures about answers are not there yet: they come with a later part.",
      rules: { "PGE-08": "The sentence about answers says what the interface says, and is absent without figures." },
    },
    {
      code: ["token-page.tsx", "token-form.tsx", "verify-email.page.tsx", "reset-password.page.tsx", "unsubscribe.page.tsx"],
      rules: {
        "PGE-15": "Opening a page with a token spends nothing, also with scripts on.",
        "PGE-13": "A form without script acts once; sent again it says that its link no longer works.",
        "PGE-14": "A form of another site is refused and spends no token.",
        "PGE-16": "Mail programs unsubscribe with one POST; a browser that follows the same link gets a page.",
        "PGE-17": "An expired link says so and offers a new mail.",
      },
    },
    {
      code: ["rate-limit.ts", "rate-limits.ts", "captcha-gate.ts"],
      rules: {
        "PGE-21": "Too many pages are 429 as a page; assets and creators' pages do not count; many registrations need a captcha first.",
      },
    },
    {
      code: ["mail-frame.ts", "html-template.ts", "mail-composer.ts", "render-mail.ts"],
      rules: {
        "PGE-25": "A mail says the same as text and as HTML, in its language and direction, loads nothing, and stays small.",
        "PGE-26": "Markup and line breaks in names stay text in mails and make no headers.",
        "PGE-27": "Mails can be read at 320 px, in both colour schemes, and by a screen reader.",
      },
    },
  ],
};

export const tracker: Area = {
  title: "The tracker of creators' pages, and the consent before it",
  sections: [],
  groups: [
    {
      code: ["tracker.ts", "counting.tsx", "creator.css"],
      rules: {
        "TRK-01": "The tracker has at most 4,096 bytes compressed and asks no other host.",
        "TRK-02": "Before an answer nothing is stored and only a view without any id is counted.",
        "TRK-03": "Allow and Refuse look alike, work by keyboard, and leave the page usable.",
        "TRK-04": "A visitor who allows counting is counted once with session and view, and is not asked again.",
        "TRK-05":
          "The question says what is counted anyway; a refusal is stored and can be taken back; a later one ends the counting and empties the storage.",
        "TRK-06": "A browser that asks not to be tracked gets neither script nor question.",
        "TRK-07": "Leaving a page tells how long and how far it was read.",
        "TRK-08": "A click on a link is counted as a click, and the link opens even when counting fails.",
        "TRK-09": "Consent long after the load is still recorded.",
        "TRK-10": "Visits, views and clicks in the dashboard are those that happened; the owner and robots are not among them.",
        "TRK-11": "One view is counted once, however often the script is loaded or the page restored.",
      },
    },
  ],
};

export const app: Area = {
  title: "The money story in the browser",
  sections: [],
  groups: [
    {
      code: ["frame.tsx"],
      rules: { "APP-15": "While payments are a sandbox, every page that names money says so." },
    },
    {
      code: ["schema-types.ts", "write-client-types.ts"],
      rules: { "APP-12": "The types of the client are those of the interface." },
    },
    {
      code: ["client/session.ts", "navigation.ts", "frame.ts"],
      rules: {
        "APP-05": "No token is stored; tabs share one session and renew it one at a time; signing out ends all of them.",
        "APP-06": "After signing in only addresses of this site are gone to.",
      },
    },
    {
      code: [
        "compose.tsx",
        "thread.tsx",
        "conversations.tsx",
        "app/money/top-up.tsx",
        "become-creator.tsx",
        "privacy.tsx",
        "for-creators.tsx",
        "statement.tsx",
        "drafts.ts",
        "amount.ts",
      ],
      rules: {
        "APP-01": "Write, create an account, confirm, top up, send, reply, be paid: by pages alone.",
        "APP-02": "When no reply arrives in time, refund and balance show without a reload.",
        "APP-03":
          "Price, time of the refund and balance after it are those of the quote; a price below the minimum is refused at its field.",
        "APP-04": "A double click, or a lost connection and a retry, send one message and hold one price.",
        "APP-09": "A top-up that failed or hangs is told as it is.",
        "APP-10": "Exports, blocks and the deletion of an account are asked for, and undone, by pages.",
        "APP-11": "A reader who may not see a page is told why, and sees nothing of others.",
        "APP-17": "Becoming a creator takes four steps, which are stored for a day; nothing is made before the end of the third.",
        "APP-18": "A quote that has ended is renewed: silently when equal, else both are shown and sent after a second press.",
        "APP-19": "A refusal stands in place of the form, with a way on.",
        "APP-13": "A draft survives another tab, an ended session and a locked phone, and is gone when sent, after sign-out or a day.",
        "APP-14": "Amounts are read as their language writes them; more than two decimals are refused at the field.",
      },
    },
    {
      code: ["edit-page.tsx", "edit-links.tsx", "dashboard.tsx", "plot.tsx", "changes.ts"],
      rules: {
        "APP-07":
          "What a creator changes on the page is public within five seconds; links are ordered by keyboard, scheduled and switched.",
        "APP-08": "Each plot has its table with the same numbers and the same caption; nothing is said of too few messages.",
      },
    },
    {
      code: ["receipt.tsx", "movements.ts"],
      rules: {
        "APP-16": "Receipts have number, operator and the amount of the ledger, for their owner only, on one sheet.",
      },
    },
    {
      code: ["support.tsx", "ticket.tsx", "tickets.tsx", "staff-ticket.tsx"],
      rules: {
        "APP-20": "A ticket from a failed top-up is answered, and both sides see it.",
      },
    },
    {
      code: ["page-table.ts"],
      notBuilt: LATER,
      rules: {
        "APP-21": "Archiving can be undone in the toast and in the menu; the toast waits while it is focused.",
      },
    },
  ],
};

export const accessibility: Area = {
  title: "Pages for everybody: accessible, light, safe",
  sections: [],
  groups: [
    {
      code: ["announce.ts", "single.ts"],
      rules: {
        "A11-09": "Pages answer within five seconds after the start, offline, and write nothing outside the data folder.",
      },
    },
    {
      code: ["tokens.css", "templates.css", "parts.css", "assets.ts"],
      rules: {
        "A11-04": "At 320 px, and with text twice as large, nothing scrolls sideways.",
        "A11-05": "A page loads at most 100 kB compressed with its font, a dashboard 130, and nothing of another host.",
        "A11-06": "A page is rendered within 100 ms, paints its largest part within 1.5 s, and does not move while it loads.",
        "A11-08": "Text, controls and the focus ring have their contrast in both colour schemes.",
      },
    },
    {
      code: ["page-responses.tsx"],
      rules: {
        "A11-07": "Every page has the content security policy and violates it nowhere.",
        "A11-10": "Pages are compressed, vary as they must, and answer 304.",
      },
    },
    {
      code: ["document.tsx", "frame.tsx", "base.css"],
      rules: {
        "A11-01": "The checks of axe find nothing on any page: in both directions, light and dark, on a phone and on a wide screen.",
        "A11-02": "The money story works by keyboard; the focus is visible, and dialogs give it back.",
        "A11-12": "A new message is announced once, with its sender and without its text.",
        "A11-03": "Every control has a name; a page has one first heading, landmarks and a link to its content first.",
      },
    },
    {
      code: ["values.tsx", "sentence.tsx", "notifications.tsx", "statement.tsx"],
      rules: {
        "A11-11": "Texts of different directions each keep their own, inside sentences too; what stands in another language says so.",
      },
    },
  ],
};
