import { isIP } from "node:net";
import { domainToUnicode } from "node:url";
import { isGlobalUnicast } from "./address-rules.ts";

/** Hosts that are never on the public internet, whether they resolve or not. */
const INTERNAL_HOST = /(^|\.)(localhost|localdomain|local|internal|home\.arpa|lan|intranet|corp)$/i;

/** A part of a host name that can be registered. The standard of browsers permits brackets and quotes as well. */
const LABEL = /^[\p{L}\p{M}\p{N}_-]+$/u;

/** The host without the brackets of an IPv6 address and the final dot of an absolute name, which not every resolver accepts. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$|\.+$/g, "");
}

export function isInternalHost(host: string): boolean {
  return INTERNAL_HOST.test(host);
}

/** Whether a host can mean the same place for every reader: a global address, or a name with a dot that is not internal. */
export function isPublicHost(host: string): boolean {
  if (isIP(host) !== 0) return isGlobalUnicast(host);
  const labels = domainToUnicode(host).split(".");
  return labels.length > 1 && labels.every((label) => LABEL.test(label)) && !isInternalHost(host);
}
