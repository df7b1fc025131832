import type { Area } from "../area.ts";

/** The promises of the embedded MongoDB server. A row counts as built once a test proves it; then its `notBuilt` is removed. */
/** The page with the measured costs. */
const BENCH = "`npm run bench` in the folder of the store, whose README keeps the figures.";

export const store: Area = {
  title: "The embedded MongoDB server",
  sections: [],
  unused: ["STO-16", "STO-21"],
  groups: [
    {
      code: ["indexes/plan-query.ts", "indexes/filter-bounds.ts"],
      rules: {
        "STO-01":
          "A query finds the same documents in the same order with an index as without one: for every type, index option, direction and position.",
      },
    },
    {
      code: ["matcher/compile-filter.ts", "update/compile-update.ts", "aggregation/run-pipeline.ts"],
      rules: {
        "STO-02":
          "Random filters, updates, upserts, projections, pipelines and joins get the results of an oracle written from MongoDB's manual, except for listed differences with a reason.",
      },
    },
    {
      code: ["commands/session-registry.ts", "store/saved-sessions.ts"],
      rules: {
        "STO-03":
          "A retryable command that is killed before its reply and repeated after a restart is applied once; sessions are forgotten after 30 minutes.",
      },
    },
    {
      code: ["store/store.ts", "store/open-database.ts"],
      rules: {
        "STO-04":
          "After kill -9 under concurrent writers and transactions nothing acknowledged is lost, no transaction is half there and unique indexes hold.",
      },
    },
    {
      code: ["store/store.ts", "wire/concerns.ts"],
      rules: {
        "STO-05":
          "A write with `j: true` or write concern majority is answered after its batch was flushed to disk; any other after its commit.",
      },
    },
    {
      code: ["store/examine-files.ts", "store/check-content.ts", "repair/check-directory.ts"],
      rules: {
        "STO-06":
          "A damaged file is refused at start with one sentence that says what, where and what to do; the server never starts silently with less.",
      },
    },
    {
      code: ["store/store.ts", "store/sqlite-error.ts"],
      rules: {
        "STO-07":
          "On a full disk writes are refused with code 14031, reads go on, and writes go on as soon as there is space; none is lost or doubled.",
      },
    },
    {
      code: ["store/data-directory.ts"],
      rules: { "STO-08": "Of two processes that open one folder at once, one serves and the other ends with a sentence and exit code 2." },
    },
    {
      code: ["embedded-mongo/main.ts"],
      rules: { "STO-09": "A server with a million documents listens within a second, in 200 MB of memory." },
      measured: BENCH,
    },
    {
      code: ["values/document.ts"],
      rules: { "STO-10": "Five gigabytes are served; a document of 16 MB is stored and one byte more is refused." },
    },
    {
      code: ["wire/dispatcher.ts"],
      rules: {
        "STO-11": "While a large scan, drop, index build or checkpoint runs, other commands take 50 ms at most in 99 of 100 cases.",
      },
      measured: BENCH,
    },
    {
      code: ["wire/server.ts"],
      rules: { "STO-12": "Reading and writing single documents, ranges and transactions stays within a set cost of processor time." },
      measured: BENCH,
    },
    {
      code: ["engine/version-history.ts", "engine/visible-records.ts"],
      rules: {
        "STO-13":
          "An open transaction reads its snapshot while others write, does not slow their counts, and is aborted with a message after its lifetime.",
      },
    },
    {
      code: ["commands/session-registry.ts"],
      rules: {
        "STO-14": "The locks of a client that dies within a transaction are free within a second, and a killed system restarts within six.",
      },
    },
    {
      code: ["engine/interruption.ts", "commands/operations.ts"],
      rules: {
        "STO-15": "`maxTimeMS` ends reads and writes with code 50, and a closed connection or `killCursors` ends the work within 200 ms.",
      },
    },
    {
      code: ["aggregation/check-stage.ts", "commands/index-specification.ts"],
      rules: {
        "STO-17":
          "A feature of MongoDB that the server lacks is refused with MongoDB's code and a message that says so; the README lists it.",
      },
    },
    {
      code: ["values/arithmetic.ts", "values/compare.ts"],
      rules: {
        "STO-18":
          "Signed zeros, sums of tenths, surrogate pairs, equal decimals with other digits and other small cases get MongoDB's answer.",
      },
    },
    {
      code: ["store/store.ts", "store/open-database.ts"],
      rules: { "STO-19": "After a purge and its checkpoint no erased text stands in any file of the folder." },
    },
    {
      code: ["access/scram.ts", "access/check-authorized.ts", "commands/authentication.ts"],
      rules: {
        "STO-20": "With users configured a client signs in by SCRAM-SHA-256 and may do what its user may; without, only loopback is bound.",
      },
    },
    {
      code: ["store/copy-database.ts", "store/store.ts"],
      rules: { "STO-22": "A copy taken while writers go on is consistent: it holds every commit before its cut and none after." },
    },
    {
      code: ["commands/registry.ts"],
      rules: { "STO-23": "The published test suites of MongoDB's drivers pass, but for what is on the list of refusals." },
    },
    {
      code: ["mongo/observe.ts", "mongo/error-codes.ts"],
      rules: {
        "STO-24":
          "What the product sends (commands, options, stages, operators, index options) is recorded and equals a committed list, of which nothing is refused.",
      },
    },
    {
      code: ["indexes/plan-query.ts"],
      rules: {
        "STO-25":
          "Every query shape of the product uses its listed index and examines at most twice the documents it returns, plus one, or has a reason.",
      },
    },
    {
      code: ["move/move-databases.ts", "deploy/move.ts"],
      rules: {
        "STO-26":
          "One command moves the data to an empty MongoDB, goes on after a kill, compares every document, audits the ledger, and leaves the source untouched.",
      },
    },
    {
      code: ["launch/choose-store.ts"],
      rules: {
        "STO-27":
          "The suite and the random comparisons run against a given MongoDB by one command each; the public CI runs them on the oldest and newest supported version, as a replica set whose primary steps down.",
      },
    },
  ],
};
