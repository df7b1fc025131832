import { brotliCompressSync } from "node:zlib";

/** Compressed sizes of the files of pages. The name of a file changes with its content. */
const sizes = new Map<string, Promise<number>>();

/** The bytes of a page and its files at the best compression that servers use. Addresses are absolute. */
export async function pageWeight(addresses: Iterable<string>): Promise<number> {
  const bytes = await Promise.all([...addresses].map(sizeOf));
  return bytes.reduce((sum, each) => sum + each, 0);
}

function sizeOf(address: string): Promise<number> {
  const { pathname } = new URL(address);
  if (!pathname.startsWith("/assets/")) return compressedSize(address);
  const size = sizes.get(pathname) ?? compressedSize(address);
  sizes.set(pathname, size);
  return size;
}

async function compressedSize(address: string): Promise<number> {
  const response = await fetch(address, { headers: { accept: "text/html" } });
  return brotliCompressSync(await response.bytes()).length;
}
