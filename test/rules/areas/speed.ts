import type { Area } from "../area.ts";

export const speed: Area = {
  title: "What a request may cost",
  sections: [],
  groups: [
    {
      code: ["mongo/observe.ts"],
      rules: {
        "SPD-09":
          "How many database commands, transactions and calls between processes each route asks for stands in a table (test/budget/budgets.ts) that no route exceeds.",
      },
    },
    {
      code: ["derived-totals/derived-totals.ts"],
      rules: {
        "SPD-17": "Counters, cached first pages and derived totals equal a recount.",
      },
    },
    {
      code: ["response/response-cache.ts", "content/revision-hints.ts"],
      rules: {
        "SPD-16": "What gateways keep in memory obeys a change within two seconds.",
      },
    },
    {
      code: ["mongo/observe.ts"],
      measured: "`npm run bench`, whose figures stand in test/bench/RESULTS.md.",
      rules: {
        "SPD-01": "Visits: at least twice the requests a second of a service written by hand, at about half of its processor time.",
        "SPD-02": "One client alone waits no longer than 1.3 times what the service written by hand takes.",
        "SPD-03": "Lists: the first page 1.6 times as fast as the service written by hand, later pages 1.25 times.",
        "SPD-04":
          "A paid message and its reply: at least three quarters of the throughput of a tuned program that does the same work by hand.",
        "SPD-05": "What rarely changes is read at twice the speed of the service written by hand, and a change is visible within a second.",
        "SPD-10": "Lists, dashboards, sends and replies take at most 1.25 times as long over a hundred times the documents.",
        "SPD-11": "An idle cluster takes at most 40 ms of processor time and five database commands a second.",
      },
    },
    {
      code: ["bundle/run.mjs", "bundle/build-bundle.ts"],
      rules: {
        "SPD-13":
          "`npm start` answers within three seconds, a cluster within five: both run from a bundle of the sources as they are, and from the sources themselves where none can be made.",
      },
      measured: "`npm run bench`, whose figures stand in test/bench/RESULTS.md.",
    },
    {
      code: ["process-memory.ts"],
      rules: { "SPD-12": "A process stays below 115 MiB after 100,000 requests and does not grow with more." },
      measured: "`npm run bench -- --long`, whose figures stand in test/bench/RESULTS.md.",
    },
    {
      code: ["bench/beside-peers.ts", "bench/profile.ts"],
      rules: {
        "SPD-19": "The benchmark installs what it compares with, ends within twenty minutes, and keeps a report only of a quiet run.",
        "SPD-20": "The benchmark writes processor profiles by process and a table of shares by owner.",
      },
      measured: "`npm run bench`, whose figures stand in test/bench/RESULTS.md.",
    },
    {
      code: ["send/draft.ts"],
      rules: { "SPD-21": "The next send after a vacation, price, ban or block was accepted obeys it." },
    },
    {
      code: ["launch/services.ts"],
      rules: { "SPD-18": "A process loads no module of a service that it does not run." },
    },
    {
      code: ["events/on.ts", "endpoints/listeners.ts"],
      rules: {
        "SPD-07":
          "A paid message takes at most 26 database commands in three transactions, its reply 22; of twenty at once each takes 16 and 12. Facts that share a transaction do not share a failure.",
      },
    },
    {
      code: [
        "mongo/batched-transaction.ts",
        "mongo/batched-query.ts",
        "contract-kit/batched-calls/call-batched.ts",
        "contract-kit/batched-calls/run-batched.ts",
        "kernel/batcher.ts",
      ],
      rules: {
        "SPD-06": "Of fifty visits at once each takes at most 0.3 database commands and 0.2 messages on the bus.",
        "SPD-14": "What was answered is stored, also where calls share a message or an insert and a process is killed.",
        "SPD-15": "A call that fails within a batch fails alone, with its own error.",
      },
    },
    {
      code: ["response/response-cache.ts", "data/discovery.store.ts", "data/notification.store.ts", "data/message-list.store.ts"],
      rules: {
        "SPD-08": "A page of a list takes one command, a login four; settings, legal texts, help and locales take none.",
      },
    },
  ],
};
