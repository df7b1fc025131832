import { messageExpiring, messageSent } from "#libs/contracts/messaging/index.ts";
import { walletToppedUp } from "#libs/contracts/wallet/index.ts";
import type { Area } from "../area.ts";

export const ease: Area = {
  title: "Steps, words and sums that people meet",
  sections: [],
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
  ],
  unused: [
    "EAS-01",
    "EAS-02",
    "EAS-03",
    "EAS-05",
    "EAS-07",
    "EAS-08",
    "EAS-09",
    "EAS-10",
    "EAS-11",
    "EAS-12",
    "EAS-13",
    "EAS-14",
    "EAS-15",
    "EAS-16",
    "EAS-17",
    "EAS-18",
    "EAS-19",
    "EAS-21",
    "EAS-22",
  ],
};
