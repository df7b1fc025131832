import { readFileSync } from "node:fs";
import { type AssetFiles, type Assets, assetsOf } from "./assets.ts";

/** Folder of the assets in a bundle of the system. */
const MADE = new URL("./made/", import.meta.url);
export const ASSETS_FILE = "assets.json";
export const TRACKER_FILE = "t.js";

/** Content of `ASSETS_FILE`; the files lie beside it. */
export type MadeAssets = Pick<AssetFiles, "styles" | "scripts" | "texts" | "placeTexts" | "font"> & { readonly files: readonly string[] };

/** Replaces `bundle-assets.ts` in a bundle of the system, which holds the assets and no bundler. */
export async function bundleAssets(): Promise<Assets> {
  const read = (file: string) => readFileSync(new URL(file, MADE));
  const { files, ...names } = JSON.parse(read(ASSETS_FILE).toString()) as MadeAssets;
  return assetsOf({ ...names, files: files.map((file) => ({ file, body: read(file) })), tracker: read(TRACKER_FILE) });
}
