import mongoose, { type mongo } from "mongoose";

/** Whether a connection string names several members of a replica set. */
export const namesSeveralHosts = (url: string): boolean => new mongoose.mongo.MongoClient(url).options.hosts.length > 1;

/** Runs work on the administration interface of a server. */
export async function administer<T>(url: string, work: (admin: mongo.Db) => Promise<T>): Promise<T> {
  const client = new mongoose.mongo.MongoClient(url);
  try {
    return await work(client.db("admin"));
  } finally {
    await client.close();
  }
}

/** Host and port of the primary. */
export async function primaryOf(url: string): Promise<{ readonly hostname: string; readonly port: number }> {
  const { primary, me } = await administer(url, (admin) => admin.command({ hello: 1 }));
  const [{ host, port } = { host: "", port: 0 }] = new mongoose.mongo.MongoClient(
    namesSeveralHosts(url) ? `mongodb://${primary ?? me}` : url,
  ).options.hosts;
  return { hostname: host ?? "127.0.0.1", port: port ?? 27_017 };
}

/** The databases of a server. */
export const databaseNames = (url: string): Promise<readonly string[]> =>
  administer(url, async (admin) => (await admin.admin().listDatabases({ nameOnly: true })).databases.map(({ name }) => name));
