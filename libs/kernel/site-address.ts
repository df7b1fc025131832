const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** The origin at which passkeys work: that of the site, where loopback addresses stand for `localhost`, because a passkey needs a name. */
export function siteAddress(publicHost: string): string {
  const url = new URL(publicHost);
  if (LOOPBACK.test(url.hostname)) url.hostname = "localhost";
  return url.origin;
}
