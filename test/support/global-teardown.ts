import { databaseNames } from "../mongo/primary.ts";

/** Stops the store of the run. A server that was given keeps no database of a test. */
export default async function globalTeardown(): Promise<void> {
  const { chosenStore, databasesBefore, closeBrowser } = globalThis;
  // That of tests that ran in this process. Otherwise it has ended with its worker.
  await closeBrowser?.();
  const left = chosenStore && databasesBefore ? await databaseNames(chosenStore.url) : [];
  await chosenStore?.stop();
  const ours = left.filter((name) => !databasesBefore?.includes(name));
  if (ours.length > 0) throw new Error(`tests have left databases behind: ${ours.join(", ")}`);
}
