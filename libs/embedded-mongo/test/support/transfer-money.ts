import { mongo } from "mongoose";

const [uri = "", database = "", rounds = "0"] = process.argv.slice(2);

interface Account {
  _id: number;
  balance: number;
}

/** Script: transfers one unit per transaction between accounts. The test runs it in a separate process. */
const client = new mongo.MongoClient(uri);
await client.connect();
const accounts = client.db(database).collection<Account>("accounts");
const moves = client.db(database).collection("moves");
for (let round = 0; round < Number(rounds); round++) {
  await client.withSession((session) =>
    session.withTransaction(async () => {
      const from = round % 4;
      const to = (round + 1) % 4;
      await accounts.updateOne({ _id: from }, { $inc: { balance: -1 } }, { session });
      await accounts.updateOne({ _id: to }, { $inc: { balance: 1 } }, { session });
      await moves.insertOne({ from, to, by: process.pid }, { session });
    }),
  );
}
await client.close();
