import {
  appealModeration,
  blockUser,
  decideAppeal,
  decideModeration,
  getMessage,
  getModeratedMessage,
  getStatementOfReasons,
  listBlocks,
  listInbox,
  messageExpired,
  messageReplied,
  rejectMessage,
  replyToMessage,
  reportMessage,
  resolveReport,
  unblockUser,
} from "#libs/contracts/messaging/index.ts";
import type { Area } from "../area.ts";

const MOVES = "domain/message.ts";
const EXPIRE = "expire-messages.ts";

export const replies: Area = {
  title: "Reply, rejection, expiry and reading",
  sections: ["3.4", "2.6", "4.10"],
  groups: [
    {
      contracts: [replyToMessage],
      code: [MOVES, "reply-checks.ts"],
      rules: {
        "REP-01":
          "A reply to a paid message is 201 and completes it: the creator gets the price without the commission, the platform the commission.",
        "REP-02": "A reply to a free message completes it without any money.",
        "REP-03": "Only the creator can reply; for the fan and anybody else it is 403 `message.reply.error.not_creator`.",
        "REP-04": "Only an ESCROWED or DELIVERED message can be answered; any other is 409 `message.reply.error.invalid_status`.",
        "REP-05": "Of ten replies at once exactly one is accepted, and the money moves once.",
        "REP-06": "When the release of the money fails the reply is 503, the message is still ESCROWED and shows no reply; a retry works.",
        "REP-08": "A reply obeys the rules of a text, is sealed in the store, and the fan can read it.",
        "REP-12": "After `expiresAt` a reply is 409, also before the job has closed the message.",
      },
    },
    {
      contracts: [messageReplied],
      code: ["on-message-replied.ts"],
      rules: { "REP-07": "A reply notifies the fan, without its text." },
    },
    {
      contracts: [messageExpired],
      code: [EXPIRE, "end-message.ts", MOVES],
      rules: {
        "REP-09": "An open message whose window has passed becomes EXPIRED, and the whole price of a paid one is back on the fan's wallet.",
        "REP-10": "The end of the window notifies the fan and the creator.",
        "REP-17": "A run of the job that crashes, or runs twice at once, never refunds twice.",
      },
    },
    {
      contracts: [replyToMessage, rejectMessage],
      code: [EXPIRE, "escrow-desk.ts"],
      rules: {
        "REP-11":
          "Of a reply, a rejection and the expiry at once exactly one ends the message: the money is released or refunded, never both.",
      },
    },
    {
      contracts: [rejectMessage],
      code: ["end-message.ts"],
      rules: { "REP-13": "The creator rejects an open message: it becomes REJECTED, a paid one is refunded and the fan is notified." },
    },
    {
      contracts: [decideModeration],
      code: ["held-message.ts"],
      rules: {
        "REP-14":
          "A moderator decides once on a held-back message: approved, it reaches the creator with a new window; rejected, it is refunded.",
      },
    },
    {
      code: ["ledger-invariants.ts", "domain/ledger.ts", "ledger/audit-ledger.ts"],
      rules: {
        "REP-15":
          "At any time all accounts add up to 0, no wallet is below 0, and the escrow account equals the sum of open paid messages.",
      },
    },
    {
      code: ["money.ts", "domain/escrow.ts"],
      rules: { "REP-16": "The commission is rounded half up to whole minor units; net and commission are exactly the price." },
    },
    {
      contracts: [listInbox],
      code: ["message.queries.ts"],
      rules: { "REP-18": "The inbox pages the caller's own messages, newest first, and filters by role and chat session." },
    },
    {
      contracts: [getMessage],
      code: ["require-message.ts"],
      rules: { "REP-19": "Only sender and receiver read a message with its text, others get 403; an unknown one is 404." },
    },
  ],
};

export const blocks: Area = {
  title: "Blocks",
  sections: ["2.6", "4.10"],
  groups: [
    {
      contracts: [blockUser, unblockUser, listBlocks],
      rules: {
        "BLK-01":
          "Blocking and unblocking take effect at once and may be repeated; the list shows own blocks only, with names of people one has written with.",
      },
    },
  ],
};

export const reports: Area = {
  title: "Reports",
  sections: ["2.6"],
  groups: [
    {
      contracts: [reportMessage, resolveReport],
      code: ["report.ts"],
      rules: {
        "RPT-01": "Sender and receiver report a message, each with one open report at most; a moderator who is no party closes it once.",
      },
    },
  ],
};

export const moderation: Area = {
  title: "Moderation and appeals",
  sections: ["2.6", "6.2"],
  groups: [
    {
      contracts: [getStatementOfReasons],
      code: ["statement.ts"],
      rules: { "MOD-01": "The sender of a held-back message reads its statement of reasons; for everybody else there is none." },
    },
    {
      contracts: [appealModeration, decideAppeal],
      code: ["appeal.ts"],
      rules: {
        "MOD-02":
          "The sender appeals once against a statement, within six months (`moderation.appeal_months`); another moderator than that of the first decision decides.",
      },
    },
    {
      contracts: [getModeratedMessage],
      code: ["appeal.ts"],
      rules: {
        "MOD-03": "Moderators read a held-back text until the time to appeal has passed or the appeal is decided; each look is audited.",
      },
    },
  ],
};
