import sharp from "sharp";
import { uuid } from "#libs/kernel/ids.ts";
import type { Reply } from "./http.ts";
import type { CreatorPerson } from "./test-system.ts";

/** A complete form of an identity check. */
export const IDENTITY = {
  legalName: "Cleo Marchetti",
  birthDate: "1990-02-28",
  country: "DE",
  address: { line1: "Am Markt 1", postalCode: "10115", city: "Berlin" },
  documentKind: "PASSPORT",
} as const;

/** A part of a file as the gateway sends it, for tests without a gateway. */
export const filePart = () => ({ id: uuid(), contentType: "application/pdf", bytes: 3, part: 0, parts: 1, base64: "AAAA" }) as const;

/** A picture of a document. */
export const documentPicture = (background = "teal"): Promise<Buffer> =>
  sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** Sends a file of the running check. */
export const sendFile = (creator: CreatorPerson, kind: string, body: Uint8Array): Promise<Reply> =>
  creator.send("POST", `/creators/${creator.creatorId}/kyc/documents`, body, {
    headers: { "content-type": "application/octet-stream", "x-file-kind": kind },
  });

/** Fills in the running check: with a passport, everything that it needs. */
export async function fillIdentity(creator: CreatorPerson): Promise<void> {
  const saved = await creator.send("PUT", `/creators/${creator.creatorId}/kyc/form`, IDENTITY);
  const sent = await sendFile(creator, "FRONT", await documentPicture());
  if (saved.status !== 200 || sent.status !== 201) throw new Error(`the check was not filled in: ${saved.status}, ${sent.status}`);
}
