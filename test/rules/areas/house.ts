import type { Area } from "../area.ts";

export const house: Area = {
  title: "The repository: light, and clear to newcomers",
  sections: [],
  groups: [
    {
      code: ["mongo/working-set.ts", "wallet/domain/wallet.ts", "messages/domain/message.ts"],
      rules: {
        "HSE-01": "Each rule of money and messages is written once, for one wallet and one message; none knows that there are several.",
      },
    },
    {
      code: ["mongo/batched-transaction.ts", "mongo/working-set.ts"],
      rules: {
        "HSE-02": "A member that is refused gets its own error and costs its batch nothing: the others commit in one transaction.",
        "HSE-03":
          "When others write between the reading and the writing of a batch, it runs again on fresh reads, and the ledger balances.",
        "HSE-05": "The simulation finds each planted bug, also a working set that does not undo what a refused member has changed.",
      },
    },
    {
      code: ["dispatch/readers.ts", "events/jetstream-consumer.ts", "broker/facts-broker.ts"],
      rules: {
        "HSE-04":
          "Of paid messages that are sent and answered at once, the mails that are due together share their queries; an event costs the bus one packet for its acknowledgement.",
      },
    },
    {
      code: ["app/app-routes.ts", "site/page-table.ts"],
      rules: {
        "HSE-07":
          "No folder of the gateway has more than 25 files; each place of the application is imported by its router only, and names its texts and calls.",
      },
    },
    {
      code: ["client/contract-client.ts", "assets/contract-routes.ts", "write-client-types.ts"],
      rules: {
        "HSE-08":
          "Generated files are no part of the repository; the package for programs outside of it is built by a command, and compiles in three seconds.",
      },
    },
    {
      code: ["routing/find-endpoint.ts", "pipeline/run-route.ts"],
      rules: {
        "HSE-09":
          "One router decides every path of the interface, with 404 and 405; moleculer-web has the same table. Clients and pages run a route by the same steps.",
      },
    },
    {
      code: ["env/variables.ts", "launch/help.ts", "docs/operating.md"],
      rules: {
        "HSE-10":
          "The README has at most 120 lines and 9,000 bytes, links resolve, and its story runs in dash, bash and zsh; pages name exactly the variables, alarms and parts of services that exist.",
      },
    },
    {
      code: ["rules/show.ts", "rules/explain.ts"],
      rules: {
        "HSE-11":
          "One command prints what a rule demands, where it is coded and which tests prove it, or finds rules by a word; an unknown id names the nearest.",
      },
    },
    {
      code: ["embedded-mongo/supported.ts"],
      rules: {
        "HSE-12":
          "The embedded store knows the commands, stages and operators that the product uses and a short list with reasons; anything else is refused with MongoDB's code.",
      },
    },
    {
      code: ["kernel/fields.ts", "mongo/define-collection.ts"],
      rules: {
        "HSE-14": "The fields of a collection are declared once: the type of its documents and its schema come from the same value.",
      },
    },
    {
      code: ["architecture/words.ts"],
      rules: {
        "HSE-13": "Names and comments are in the words of the field: short sentences, no word that names nothing, one word for an idea.",
      },
    },
    {
      code: ["messages/send/commit-message.ts", "wallet/ledger/book.ts"],
      rules: { "HSE-06": "The price of a paid message passes through 45 files at most, from the HTTP request to the ledger." },
    },
    {
      code: ["deploy/run-report.ts"],
      rules: { "HSE-15": "The report of `npm test` names the ten slowest files and every file above 30 seconds." },
    },
    {
      code: ["deploy/run-tests.ts"],
      rules: { "HSE-16": "No test asserts on wall time, so `npm test` passes beside other work of the machine." },
    },
    {
      code: ["deploy/bootstrap.mjs"],
      rules: {
        "HSE-17":
          "A clone installs with `npm ci` of npm 10 and 11 on Linux (glibc and musl), macOS and Windows; a Node of the machine that is new enough runs it.",
      },
    },
    { code: ["architecture/texts.ts"], rules: { "HSE-18": "A function has at most 70 lines, its parameters included." } },
  ],
};
