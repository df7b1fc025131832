import { mongo } from "mongoose";

const [uri = "", database = ""] = process.argv.slice(2);

/** Script: writes in a transaction, says so, and leaves the transaction open until it is killed. */
const client = new mongo.MongoClient(uri);
await client.connect();
const session = client.startSession();
session.startTransaction();
const accounts = client.db(database).collection<{ _id: number; balance: number }>("accounts");
await accounts.updateOne({ _id: 0 }, { $inc: { balance: -1 } }, { session });
await accounts.insertOne({ _id: 9, balance: 1 }, { session });
console.log("open");
setInterval(() => {}, 60_000);
