import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderStorage } from "#libs/providers/storage/folder-storage.ts";
import { fillIdentity, IDENTITY } from "../support/identity.ts";
import type { TestParts } from "../support/runtime.ts";
import { type CreatorPerson, dataOf, type Person, startTestSystem } from "../support/test-system.ts";

export interface Check {
  readonly kycStatus: string;
  readonly reasons: readonly string[];
  readonly reason: string | null;
  readonly session: {
    readonly form: { readonly values: object; readonly documents: { readonly files: readonly SentFile[] } } | null;
  } | null;
}
export interface SentFile {
  readonly documentId: string;
  readonly kind: string;
}

export const pathOf = ({ creatorId }: CreatorPerson) => `/creators/${creatorId}/kyc`;
export const detailsOf = (reply: { readonly body: unknown }) =>
  (reply.body as { error: { details?: { message: string }[] } }).error.details?.map(({ message }) => message);

export type IdentityWorld = Awaited<ReturnType<typeof startIdentityWorld>>;

/** The whole system with a folder for its files, and what creators and staff do about identity checks. */
export async function startIdentityWorld(parts: TestParts = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "identity-"));
  const system = await startTestSystem({ dataDir, configOverrides: new Map([["CONFIG_PROVIDER_STORAGE", "folder"]]) }, "lifted", parts);
  const admin = await system.admin();
  const begun = async () => {
    const creator = await system.newCreator();
    dataOf(await creator.send("POST", pathOf(creator)), 201);
    return creator;
  };
  const submitted = async () => {
    const creator = await begun();
    await fillIdentity(creator);
    dataOf(await creator.send("POST", `${pathOf(creator)}/submit`), 200);
    return creator;
  };
  const save = (creator: CreatorPerson, values: object) => creator.send("PUT", `${pathOf(creator)}/form`, { ...IDENTITY, ...values });
  const submit = (creator: CreatorPerson) => creator.send("POST", `${pathOf(creator)}/submit`);
  const checkOf = async (creator: CreatorPerson) => dataOf<Check>(await creator.send("GET", pathOf(creator)), 200);
  const decide = (creator: CreatorPerson, body: object, by: Person = admin) => by.send("PATCH", `/admin${pathOf(creator)}`, body);
  const filesOf = async (creator: CreatorPerson) =>
    dataOf<{ documents: readonly SentFile[] }>(await admin.send("GET", `/admin${pathOf(creator)}`), 200).documents;
  const rows = (name: string) => system.runtime.database("creator").connection.collection(name);
  /** The bytes of a file as the staff gets them. */
  const bytesOf = async (creator: CreatorPerson, documentId: string, { token }: Person = admin) => {
    const url = `${system.base}/api/v1/admin${pathOf(creator)}/documents/${documentId}`;
    const reply = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) };
  };
  /** A user of the staff with one role. */
  const staff = async (role: string) => {
    const person = await system.newUser();
    await system.runtime
      .database("account")
      .connection.collection("users")
      .updateOne({ _id: person.userId as never }, { $set: { roles: [role] } });
    return system.signIn(person.email, person.password);
  };
  return {
    ...{ system, admin, begun, submitted, save, submit, checkOf, decide, filesOf, rows, bytesOf, staff },
    storage: folderStorage(join(dataDir, "storage")),
    /** A file in the place of the folder: nothing is stored or read any more. */
    breakStorage() {
      rmSync(join(dataDir, "storage"), { recursive: true });
      writeFileSync(join(dataDir, "storage"), "");
    },
    async stop() {
      await system.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
