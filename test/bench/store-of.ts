import { readFileSync } from "node:fs";
import { join } from "node:path";
import { mongo } from "mongoose";
import { readKeys } from "#deploy/keys/make-keys.ts";
import type { BenchCluster } from "./bench-cluster.ts";
import { processesBelow } from "./cpu-time.ts";

/** The store of a cluster as the tool of backups reaches it, who may read and write all databases. */
export function storeOf({ pid, dataDir }: Pick<BenchCluster, "pid" | "dataDir">): mongo.MongoClient {
  const config = processesBelow(pid).find(({ name }) => name === "config");
  const environment = readFileSync(`/proc/${config?.pid}/environ`, "utf8").split("\0");
  const url = environment.find((line) => line.startsWith("MONGO_URL="))?.slice("MONGO_URL=".length);
  const { storePassword: password } = readKeys(join(dataDir, "keys"), "tool") ?? {};
  if (!url || !password) throw new Error("the store of the cluster cannot be reached as its tool");
  const { host, username } = new URL(url);
  // A given MongoDB has users of its own.
  if (username === "") return new mongo.MongoClient(url);
  return new mongo.MongoClient(`mongodb://${host}/?directConnection=true`, { auth: { username: "tool", password }, authSource: "admin" });
}
