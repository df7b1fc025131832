import { chooseStore, type Store } from "#deploy/launch/choose-store.ts";
import { databaseNames } from "../mongo/primary.ts";

declare global {
  var chosenStore: Store | undefined;
  /** Databases on a given server before the tests. */
  var databasesBefore: readonly string[] | undefined;
}

/** Starts the store of the whole run, and passes its address to every test file in MONGO_URL. */
export default async function globalSetup(): Promise<void> {
  const url = process.env.MONGO_URL ?? null;
  globalThis.chosenStore = await chooseStore({ production: false, url, dataDir: null, failPoints: true });
  console.error(`mongo: ${globalThis.chosenStore.kind}`);
  process.env.MONGO_URL = globalThis.chosenStore.url;
  if (url !== null) globalThis.databasesBefore = await databaseNames(url);
}
