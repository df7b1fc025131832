import { type ProcessKeys, readKeyFile } from "#libs/platform/bus/key-files.ts";
import type { Env } from "#libs/platform/env/env.ts";
import { mongoUrlWithUser, urlWithUser } from "../keys/store-urls.ts";

/** The environment with the user of the process in the URLs of the stores, if the process authenticates at the stores. */
export function withStoreUsers(env: Env): Env {
  if (!env.signsInToStores || !env.processKeysFile) return env;
  const { process: name, storePassword = "", redisPassword = "" } = readKeyFile<ProcessKeys>("PROCESS_KEYS_FILE", env.processKeysFile);
  const inMongo = (url: string | null) => url && mongoUrlWithUser(url, { name, password: storePassword }, env.databasePrefix);
  return {
    ...env,
    mongoUrl: inMongo(env.mongoUrl),
    analyticsMongoUrl: inMongo(env.analyticsMongoUrl),
    redisUrl: env.redisUrl && urlWithUser(env.redisUrl, { name, password: redisPassword }),
  };
}
