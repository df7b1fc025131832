import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import mongoose, { mongo } from "mongoose";
import { rawConnection } from "./support/raw-connection.ts";
import { MAIN } from "./support/server-process.ts";
import { BOOKKEEPER, PASSWORD, type ServerWithUsers, signInUri, startWithUsers, UNAUTHORIZED } from "./support/server-with-users.ts";
import { serverErrorOf } from "./support/store.ts";

const { Binary } = mongo.BSON;
const FAILED = { code: 18, codeName: "AuthenticationFailed" };

let server: ServerWithUsers;

beforeAll(async () => {
  server = await startWithUsers();
});
afterEach(() => server.disconnect());
afterAll(() => server.stop());

describe("STO-20 signing in", () => {
  it("STO-20 mongoose signs in with its default mechanism and can use models, indexes and transactions", async () => {
    const connection = await mongoose.createConnection(signInUri(server.uri, "content", PASSWORD, "content")).asPromise();
    const Article = connection.model("Article", new mongoose.Schema({ title: { type: String, index: true } }));
    await Article.init();
    await connection.transaction(async (session) => {
      await Article.create([{ title: "one" }], { session });
    });
    await Article.updateOne({ title: "one" }, { title: "two" });
    expect((await Article.find()).map(({ title }) => title)).toEqual(["two"]);
    expect(Object.keys(await Article.collection.indexInformation())).toEqual(["_id_", "title_1"]);
    await connection.close();
  });

  it.each(["authMechanism=SCRAM-SHA-256", "authMechanism=SCRAM-SHA-256&minPoolSize=5"])(
    "STO-20 a sign-in works with %s",
    async (options) => {
      const database = await server.signIn(BOOKKEEPER, "wallet", PASSWORD, options);
      const { authInfo } = await database.command({ connectionStatus: 1 });
      expect(authInfo.authenticatedUsers).toEqual([{ user: BOOKKEEPER, db: "wallet" }]);
    },
  );

  it.each([
    ["a wrong password", "content", "content", "wrong"],
    ["an unknown user", "nobody", "content", PASSWORD],
    ["a user of another database", "content", "wallet", PASSWORD],
  ])("STO-20 a sign-in is refused with code 18 for %s", async (_what, user, database, password) => {
    expect(await serverErrorOf(() => server.signIn(user, database, password))).toMatchObject(FAILED);
  });

  it.each(["SCRAM-SHA-1", "PLAIN"])("STO-20 a sign-in is refused for the mechanism %s", async (mechanism) => {
    expect(await serverErrorOf(() => server.signIn("content", "content", PASSWORD, `authMechanism=${mechanism}`))).toMatchObject({
      code: 334,
    });
  });

  it("STO-20 an unknown user gets the same salt in every challenge, like a known user", async () => {
    const { send } = await server.openConnection();
    const challengeOf = async (name: string) => {
      const start = { saslStart: 1, mechanism: "SCRAM-SHA-256", payload: new Binary(Buffer.from(`n,,n=${name},r=nonce`)), $db: "content" };
      return /^r=(nonce.+),(s=.+),(i=\d+)$/.exec((await send(start)).payload.toString("utf8")) ?? [];
    };
    const [known, unknown, again] = [await challengeOf("content"), await challengeOf("nobody"), await challengeOf("nobody")];
    expect([unknown[2], unknown[3]]).toEqual([again[2], known[3]]);
    expect(unknown[2]).toHaveLength(known[2]?.length ?? 0);
    expect(unknown[1]).not.toBe(again[1]);
  });

  it("STO-20 a sign-in requires a proof for the nonce of this connection, and accepts one attempt for each nonce", async () => {
    const { send } = await server.openConnection();
    const final = (nonce: string) => ({
      saslContinue: 1,
      conversationId: 1,
      payload: new Binary(Buffer.from(`c=biws,r=${nonce},p=${Buffer.alloc(32).toString("base64")}`)),
      $db: "content",
    });
    expect(await send(final("nonce"))).toMatchObject({ ok: 0, code: 17 });
    const start = { saslStart: 1, mechanism: "SCRAM-SHA-256", payload: new Binary(Buffer.from("n,,n=content,r=nonce")), $db: "content" };
    const [, nonce = ""] = /^r=([^,]+),/.exec((await send(start)).payload.toString("utf8")) ?? [];
    expect(await send(final(nonce))).toMatchObject({ ok: 0, ...FAILED });
    expect(await send(final(nonce))).toMatchObject({ ok: 0, code: 17 });
    expect(await send({ find: "articles", $db: "content" })).toMatchObject({ ok: 0, ...UNAUTHORIZED });
  });

  it("STO-20 logout ends the rights of a connection", async () => {
    const database = await server.signIn("content", "content", PASSWORD, "maxPoolSize=1");
    await database.collection("articles").findOne();
    await database.command({ logout: 1 });
    expect(await serverErrorOf(() => database.collection("articles").findOne())).toMatchObject(UNAUTHORIZED);
  });
});

describe("STO-20 the command line", () => {
  /** Runs the server until it ends, or until it listens and `act` is done. */
  async function run(args: readonly string[], act: (uri: string) => Promise<unknown> = async () => undefined) {
    const child = spawn(process.execPath, [MAIN, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    const ended = once(child, "exit");
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        output += String(chunk);
        const uri = /listening on (\S+)\n/.exec(String(chunk))?.[1];
        if (uri) void act(uri).finally(() => child.kill("SIGTERM"));
      });
    const [code] = await ended;
    return { code, output };
  }

  it("STO-20 --help says that the server binds to loopback only without users, and the server does so", async () => {
    const help = await run(["--help"]);
    expect(help.code).toBe(0);
    expect(help.output.replace(/\s+/g, " ")).toContain("--users FILE");
    expect(help.output.replace(/\s+/g, " ")).toMatch(
      /without users only a loopback address.*everybody on this machine may do everything, so only loopback is bound/,
    );
    expect(await run(["--host", "0.0.0.0"])).toMatchObject({ code: 1, output: expect.stringContaining("loopback only") });
    expect((await run(["--host", "0.0.0.0", "--users", server.usersFile])).code).toBe(0);
    expect(await run(["--unknown"])).toMatchObject({ code: 2, output: expect.stringContaining("--unknown") });
  });

  it.each([
    ["that is missing", null, "cannot be read"],
    ["that is no JSON", `{"users": "${PASSWORD}"`, "is not JSON"],
    ["without users", '{"users": []}', "has no users"],
    ["with an unknown role", '{"users": [{"name": "a", "database": "a", "role": "dbOwner"}]}', "a role other than"],
    [
      "with a password instead of credentials",
      `{"users": [{"name": "a", "database": "a", "role": "readWrite", "password": "${PASSWORD}"}]}`,
      "needs credentials",
    ],
  ])("STO-20 the command line refuses a file of users %s with one sentence", async (_what, content, sentence) => {
    const file = join(server.folder, "broken.json");
    rmSync(file, { force: true });
    if (content !== null) writeFileSync(file, content);
    const { code, output } = await run(["--users", file]);
    expect([code, output.trim().split("\n").length]).toEqual([1, 1]);
    expect(output).toContain(sentence);
    expect(output).not.toContain(PASSWORD);
  });

  it("STO-20 the server writes no password to its output, for any message of a client", async () => {
    const { output } = await run(["--users", server.usersFile], async (uri) => {
      const signIn = (user: string, options: string) => new mongo.MongoClient(signInUri(uri, user, PASSWORD, "content", options)).connect();
      const clients = await Promise.allSettled([signIn("content", ""), signIn("nobody", ""), signIn("content", "authMechanism=PLAIN")]);
      expect(clients.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
      for (const client of clients) if (client.status === "fulfilled") await client.value.close();
      const { socket, send } = await rawConnection(uri);
      await send({ saslStart: 1, mechanism: "SCRAM-SHA-256", payload: PASSWORD, $db: "content" });
      socket.destroy();
    });
    expect(output.trim().split("\n")).toHaveLength(1);
    expect(output).not.toContain(PASSWORD);
  });
});
