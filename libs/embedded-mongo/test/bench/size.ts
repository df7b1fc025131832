import { mongo } from "mongoose";
import { type MeasuredServer, startMeasured } from "./measured-server.ts";
import { ms, print, quantile } from "./within-bounds.ts";

/** Bytes of the text in each document. */
const TEXT_BYTES = 10_000;
const BATCH = 500;
const MAX_BYTES = 16 * 1024 * 1024;
/** BadValue: "object to insert too large". */
const TOO_LARGE = 2;
const READS = 2_000;

interface Row {
  _id: number;
  text: string;
}

/** A document of exactly so many bytes of BSON. */
function documentOf(_id: number, bytes: number): Row {
  const empty = mongo.BSON.calculateObjectSize({ _id, text: "" });
  return { _id, text: "x".repeat(bytes - empty) };
}

async function fill(server: MeasuredServer, gigabytes: number): Promise<number> {
  const client = await new mongo.MongoClient(server.uri).connect();
  const rows = client.db("bench").collection<Row>("large");
  const count = Math.ceil((gigabytes * 1024 ** 3) / TEXT_BYTES);
  const began = performance.now();
  for (let id = 0; id < count; id += BATCH)
    await rows.insertMany(Array.from({ length: BATCH }, (_, at) => ({ _id: id + at, text: String(id + at).padStart(TEXT_BYTES, "x") })));
  print(`${gigabytes} GB in ${count} documents`, ms(performance.now() - began), `${server.memory()} MB`);
  await client.close();
  return count;
}

/** Stores a document of the largest size, reads it again, and tries to store one more byte. */
async function limits(rows: mongo.Collection<Row>): Promise<void> {
  const largest = documentOf(-1, MAX_BYTES);
  await rows.insertOne(largest);
  const read = await rows.findOne({ _id: -1 });
  print("a document of 16 MB", read?.text === largest.text ? "stored and read" : "READ OTHERWISE THAN STORED");
  const code = await rows.insertOne(documentOf(-2, MAX_BYTES + 1)).then(
    () => "stored",
    (error) => error.code,
  );
  print("a document of 16 MB and one byte", code === TOO_LARGE ? `refused with ${code}` : `NOT REFUSED AS IN MONGODB: ${code}`);
}

/** Fills a server with gigabytes, starts it again, and reads. */
export async function measureSize(main: string, directory: string, gigabytes: number): Promise<void> {
  let server = await startMeasured(main, directory);
  try {
    const count = await fill(server, gigabytes);
    await server.stop();
    server = await startMeasured(main, directory);
    print("start", `${(server.cpu() / 1e6).toFixed(2)} s of processor`, ms(server.startMs), `${server.memory()} MB`);
    const client = await new mongo.MongoClient(server.uri).connect();
    const rows = client.db("bench").collection<Row>("large");
    const latencies: number[] = [];
    for (let read = 0; read < READS; read++) {
      const began = performance.now();
      const found = await rows.findOne({ _id: (read * 7919 * 31) % count });
      if (!found) throw new Error("a document is missing");
      latencies.push(performance.now() - began);
    }
    latencies.sort((left, right) => left - right);
    print("findOne by id", `p50 ${ms(quantile(latencies, 0.5))}`, `p99 ${ms(quantile(latencies, 0.99))}`);
    await limits(rows);
    print("memory at the end", `${server.memory()} MB`);
    await client.close();
  } finally {
    await server.stop();
  }
}
