import { domainToUnicode } from "node:url";

/** A host as its readers write it: `münchen.de` for `xn--mnchen-3ya.de`. */
export function readableHost(host: string): string {
  return domainToUnicode(host) || host;
}
