import { chooseStore, type Store } from "../../deploy/launch/choose-store.ts";

declare global {
  var chosenStore: Store | undefined;
}

/** Chooses the store of the whole run and tells every test file through MONGO_URL. */
export default async function globalSetup(): Promise<void> {
  const url = process.env.MONGO_URL ?? null;
  globalThis.chosenStore = await chooseStore({ production: false, url, dataDir: null, failPoints: true });
  process.env.MONGO_URL = globalThis.chosenStore.url;
}
