import { Timestamp } from "bson";
import type { MatchOptions } from "../matcher/predicate.ts";
import { DroppedRows } from "../store/dropped-rows.ts";
import type { Store } from "../store/store.ts";
import { openCatalog } from "./catalog-rows.ts";
import type { Engine, LogicalClock } from "./model.ts";
import { abortTransaction } from "./transaction.ts";

/** Opens the data of a store. When a batch of the store is undone, all transactions abort and the catalog is loaded again. */
export function openEngine(store: Store, matchOptions: (engine: Engine) => MatchOptions): Engine {
  const engine: Engine = {
    store,
    dropped: new DroppedRows(store),
    databases: new Map(),
    active: new Set(),
    clock: 1,
    nextId: 1,
    time: createLogicalClock(),
    matchOptions: () => matchOptions(engine),
  };
  openCatalog(engine);
  store.afterRollback(() => {
    for (const transaction of [...engine.active]) abortTransaction(transaction);
    engine.databases.clear();
    openCatalog(engine);
  });
  return engine;
}

function createLogicalClock(now: () => number = Date.now): LogicalClock {
  let seconds = Math.floor(now() / 1000);
  let counter = 0;
  return {
    next() {
      const current = Math.floor(now() / 1000);
      counter = current > seconds ? 1 : counter + 1;
      seconds = Math.max(seconds, current);
      return new Timestamp({ t: seconds, i: counter });
    },
  };
}
