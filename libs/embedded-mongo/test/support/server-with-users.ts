import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mongo } from "mongoose";
import { createScramCredentials, startEmbeddedMongo } from "../../index.ts";
import { type RawConnection, rawConnection } from "./raw-connection.ts";

/** The password of all users. */
export const PASSWORD = "correct horse, battery=staple";
export const UNAUTHORIZED = { code: 13, codeName: "Unauthorized" };
/** A user of the database `wallet`, who may not change documents in `entries`. */
export const BOOKKEEPER = "wallet, =books";

/** Puts a user, a password and a database into the URI of a server. */
export const signInUri = (uri: string, user: string, password: string, database: string, options = ""): string =>
  uri
    .replace("mongodb://", `mongodb://${encodeURIComponent(user)}:${encodeURIComponent(password)}@`)
    .replace("/?", `/${database}?${options && `${options}&`}`);

/** A server with the users `content`, BOOKKEEPER and `operator`. */
export interface ServerWithUsers {
  readonly folder: string;
  readonly usersFile: string;
  readonly uri: string;
  signIn(user: string, database: string, password?: string, options?: string): Promise<mongo.Db>;
  openConnection(): Promise<RawConnection>;
  /** Closes all clients that a test has opened. */
  disconnect(): Promise<void>;
  stop(): Promise<void>;
}

export async function startWithUsers(): Promise<ServerWithUsers> {
  const folder = mkdtempSync(join(tmpdir(), "users-"));
  const usersFile = join(folder, "users.json");
  const credentials = await createScramCredentials(PASSWORD);
  const users = [
    { name: BOOKKEEPER, database: "wallet", role: "readWrite", appendOnly: ["entries"], credentials },
    { name: "content", database: "content", role: "readWrite", credentials },
    { name: "operator", database: "admin", role: "root", credentials },
  ];
  writeFileSync(usersFile, JSON.stringify({ users }));
  const server = await startEmbeddedMongo({ usersFile, failPoints: true });
  const clients: mongo.MongoClient[] = [];
  const sockets: RawConnection["socket"][] = [];
  return {
    folder,
    usersFile,
    uri: server.uri,
    async signIn(user, database, password = PASSWORD, options = "") {
      const client = new mongo.MongoClient(signInUri(server.uri, user, password, database, options));
      clients.push(client);
      await client.connect();
      return client.db(database);
    },
    async openConnection() {
      const connection = await rawConnection(server.uri);
      sockets.push(connection.socket);
      return connection;
    },
    async disconnect() {
      for (const client of clients.splice(0)) await client.close();
      for (const socket of sockets.splice(0)) socket.destroy();
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
