import { databaseNames } from "../mongo/primary.ts";

/** Stops the store of the run. Fails when tests have left databases on a given server. */
export default async function globalTeardown(): Promise<void> {
  const { chosenStore, databasesBefore, closeBrowser } = globalThis;
  // The browser of tests that ran in this process; that of a worker has ended with it.
  await closeBrowser?.();
  const left = chosenStore && databasesBefore ? await databaseNames(chosenStore.url) : [];
  await chosenStore?.stop();
  const ours = left.filter((name) => !databasesBefore?.includes(name));
  if (ours.length > 0) throw new Error(`tests have left databases behind: ${ours.join(", ")}`);
}
