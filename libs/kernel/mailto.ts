/** The link to a mail address: letters beyond ASCII and the signs that RFC 6068 reserves are percent-encoded. */
export function mailtoUrl(address: string): string {
  return `mailto:${encodeURIComponent(address.toWellFormed()).replace(/%(?:40|2B|24)/g, decodeURIComponent)}`;
}

/** The address of a mail link as people write it, without its headers. */
export function mailAddressOf(url: string): string {
  return percentDecoded(url.replace(/^mailto:|\?.*$/gis, "")) ?? url;
}

/** A `%` that encodes nothing stands for itself. Null when the bytes are no text. */
export function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, "%25"));
  } catch {
    return null;
  }
}
