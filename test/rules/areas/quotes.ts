import { quoteMessage, sendMessage } from "#libs/contracts/messaging/index.ts";
import type { Area } from "../area.ts";

export const quotes: Area = {
  title: "Quotes",
  sections: [],
  groups: [
    {
      contracts: [quoteMessage],
      code: ["actions/quote-message.ts", "domain/quote.ts"],
      rules: {
        "QTE-01": "A quote names price, shares, reply window and its end; it has an id only when the message could be sent.",
      },
    },
    {
      contracts: [quoteMessage, sendMessage],
      code: ["domain/quote.ts", "domain/send-checks.ts", "send/send-once.ts"],
      rules: {
        "QTE-02": "A message that is sent with a quote has its price, commission and reply window, whatever has changed since.",
        "QTE-03":
          "Other terms beside a quote are 409 `message.quote.error.mismatch`, an ended one `…expired`; a foreign or forged one is 404 `…not_found`.",
        "QTE-04": "A quote serves one message, then it is 409 `message.quote.error.used`; a refused send leaves it good.",
        "QTE-05": "A vacation, a block and a balance that is too small refuse a message with a quote as they refuse one without.",
      },
    },
    {
      contracts: [quoteMessage, sendMessage],
      code: ["messages/domain/reply-window.ts", "send/draft.ts"],
      rules: {
        "QTE-06":
          "Hours outside the creator's windows are 400 `message.send.error.reply_window`; without hours the default is brought into them.",
      },
    },
    {
      contracts: [quoteMessage, sendMessage],
      code: ["send/send-once.ts"],
      rules: {
        "QTE-07": "A quote writes nothing, and a message with a quote takes no more commands than one without.",
      },
    },
  ],
};
