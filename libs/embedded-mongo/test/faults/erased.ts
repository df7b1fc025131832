import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { mongo } from "mongoose";
import { startEmbeddedMongo } from "../../index.ts";
import { type Random, seededRandom } from "../support/random.ts";

interface Note {
  _id: string;
  text: string;
  words: string[];
}

const secretOf = (number: number): string => `secret-${String(number).padStart(4, "0")}`;

function noteOf(random: Random, secret: string): Note {
  return { _id: `${random.below(1e6)} ${secret}`, text: secret.repeat(random.pick([1, 3, 30, 120, 400, 2000])), words: [secret, "shared"] };
}

/**
 * Writes texts of random length among others in random order. Then erases them in random order by deletes and updates. Returns the texts
 * that still stand in a file.
 */
export async function findErased(texts: number, seed: number): Promise<string[]> {
  const random = seededRandom(seed);
  const directory = fs.mkdtempSync(path.join(tmpdir(), "erased-"));
  const server = await startEmbeddedMongo({ dataDir: directory });
  const client = await new mongo.MongoClient(server.uri).connect();
  try {
    const notes = client.db("saved").collection<Note>("notes");
    await notes.createIndex({ text: 1 });
    await notes.createIndex({ words: 1, _id: -1 });
    const erasable: string[] = [];
    const eraseOne = async (): Promise<void> => {
      const [_id = ""] = erasable.splice(random.below(erasable.length), 1);
      if (random.next() < 0.5) await notes.updateOne({ _id }, { $set: { text: "", words: [] } });
      await notes.deleteOne({ _id });
    };
    for (let number = 0; number < texts; number++) {
      const note = noteOf(random, secretOf(number));
      erasable.push(note._id);
      await notes.insertOne(note);
      await notes.insertOne(noteOf(random, `stays-${number}`));
      if (random.next() < 0.3) await eraseOne();
    }
    while (erasable.length) await eraseOne();
    await client.db("admin").command({ fsync: 1 });
    return fs.readdirSync(directory).flatMap((name) => {
      const found = fs.readFileSync(path.join(directory, name), "latin1").matchAll(/secret-\d{4}/g);
      return [...new Set([...found].map(([secret]) => `seed ${seed}: ${secret} in ${name}`))];
    });
  } finally {
    await client.close();
    await server.stop();
    fs.rmSync(directory, { recursive: true, force: true });
  }
}
