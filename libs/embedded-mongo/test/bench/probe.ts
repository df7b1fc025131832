import { parentPort, workerData } from "node:worker_threads";
import { mongo } from "mongoose";

/** Reads one document after the other, in a thread of its own, until the parent stops it. Replies with the duration of each read. */
const { uri, documents } = workerData as { uri: string; documents: number };
const client = await new mongo.MongoClient(uri).connect();
const rows = client.db("bench").collection<{ _id: number }>("rows");
const latencies: number[] = [];
let isRunning = true;
parentPort?.once("message", () => {
  isRunning = false;
});
await rows.findOne({ _id: 0 });
parentPort?.postMessage("ready");
for (let id = 0; isRunning; id = (id + 7919) % documents) {
  const began = performance.now();
  await rows.findOne({ _id: id });
  latencies.push(performance.now() - began);
  await new Promise((resolve) => setImmediate(resolve));
}
parentPort?.postMessage(latencies.sort((left, right) => left - right));
await client.close();
