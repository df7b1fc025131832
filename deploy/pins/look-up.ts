import type { Pin, Pins } from "./references.ts";

export interface Sources {
  /** Base URL of the registry for images whose name has no host. */
  readonly registry: string;
  /** Base URL of the API that resolves actions to commits. */
  readonly actions: string;
}

export const PUBLIC_SOURCES: Sources = { registry: "https://registry-1.docker.io", actions: "https://api.github.com" };

/** An image for several platforms first, because its digest is the same on all of them. */
const MANIFESTS = [
  "application/vnd.oci.image.index.v1+json",
  "application/vnd.docker.distribution.manifest.list.v2+json",
  "application/vnd.oci.image.manifest.v1+json",
  "application/vnd.docker.distribution.manifest.v2+json",
].join(", ");

/** The pins with the digests that their tags name now. Throws when a source does not know a tag. */
export async function lookUp({ images, actions }: Pins, sources: Sources): Promise<Pins> {
  const pinned = (pins: readonly Pin[], digestOf: (pin: Pin) => Promise<string>) =>
    Promise.all(pins.map(async (pin) => ({ ...pin, digest: await digestOf(pin) })));
  return {
    images: await pinned(images, (pin) => digestOfImage(pin, sources)),
    actions: await pinned(actions, (pin) => commitOfAction(pin, sources)),
  };
}

async function digestOfImage({ name, tag }: Pin, { registry }: Sources): Promise<string> {
  const [first = "", ...rest] = name.split("/");
  const hasHost = rest.length > 0 && first.includes(".");
  const path = hasHost ? rest.join("/") : name.includes("/") ? name : `library/${name}`;
  const url = `${hasHost ? `https://${first}` : registry}/v2/${path}/manifests/${tag}`;
  const ask = (headers: Record<string, string> = {}) => fetch(url, { method: "HEAD", headers: { accept: MANIFESTS, ...headers } });
  let reply = await ask();
  if (reply.status === 401) reply = await ask({ authorization: `Bearer ${await tokenFor(reply, url)}` });
  const digest = reply.headers.get("docker-content-digest") ?? "";
  if (!reply.ok || !/^sha256:[0-9a-f]{64}$/.test(digest))
    throw new Error(`${name}:${tag}: the registry answers ${reply.status} without a digest`);
  return digest;
}

/** The anonymous token for the registry, from the address in its 401 response. */
async function tokenFor(refusal: Response, url: string): Promise<string> {
  const parts = [...(refusal.headers.get("www-authenticate") ?? "").matchAll(/(\w+)="([^"]*)"/g)];
  const { realm, ...query } = Object.fromEntries(parts.map(([, key, value]) => [key, value])) as Record<string, string>;
  if (!realm) throw new Error(`${url}: 401 without a place to get a token`);
  const reply = await fetch(`${realm}?${new URLSearchParams(query)}`);
  const { token } = (await reply.json()) as { readonly token?: string };
  if (!token) throw new Error(`${realm}: ${reply.status} without a token`);
  return token;
}

async function commitOfAction({ name, tag }: Pin, { actions }: Sources): Promise<string> {
  const repository = name.split("/").slice(0, 2).join("/");
  const reply = await fetch(`${actions}/repos/${repository}/commits/${tag}`, { headers: { accept: "application/vnd.github.sha" } });
  const commit = (await reply.text()).trim();
  if (!reply.ok || !/^[0-9a-f]{40}$/.test(commit)) throw new Error(`${name}@${tag}: ${reply.status} without a commit`);
  return commit;
}
