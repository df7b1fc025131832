/** Sites whose links lead through another host, and apps, which are named by their package (`android-app://com.linkedin.android`). */
const SITES: Readonly<Record<string, readonly string[]>> = {
  "discord.com": ["com.discord"],
  "facebook.com": ["l.facebook.com", "lm.facebook.com", "m.facebook.com", "com.facebook.katana", "com.facebook.lite"],
  "google.com": ["com.google.android.googlequicksearchbox"],
  "instagram.com": ["l.instagram.com", "com.instagram.android"],
  "linkedin.com": ["lnkd.in", "com.linkedin.android"],
  "mail.google.com": ["com.google.android.gm"],
  "messenger.com": ["l.messenger.com", "com.facebook.orca"],
  "pinterest.com": ["pin.it", "com.pinterest"],
  "reddit.com": ["out.reddit.com", "com.reddit.frontpage"],
  "slack.com": ["slack-redir.net", "com.slack"],
  "snapchat.com": ["com.snapchat.android"],
  "soundcloud.com": ["exit.sc", "com.soundcloud.android"],
  "telegram.org": ["org.telegram.messenger", "org.telegram.messenger.web"],
  "threads.com": ["l.threads.com", "l.threads.net", "com.instagram.barcelona"],
  "tiktok.com": ["com.zhiliaoapp.musically", "com.ss.android.ugc.trill"],
  "vk.com": ["away.vk.com", "com.vkontakte.android"],
  "whatsapp.com": ["l.wl.co", "com.whatsapp"],
  "x.com": ["t.co", "com.twitter.android"],
  "youtube.com": ["com.google.android.youtube"],
};

const SITE_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(SITES).flatMap(([site, hosts]) => hosts.map((host) => [host, site] as const)),
);

/** A visit without a referrer, or from a page of the platform itself. */
const DIRECT = "direct";

/**
 * The host of a referrer without one leading `www.` (spec 4.5), or the site to which it belongs.
 * @param own addresses of the platform
 */
export function referrerSite(referrer: string | undefined, own: readonly string[]): string {
  const host = hostOf(referrer);
  if (host === "" || own.some((address) => hostOf(address) === host)) return DIRECT;
  return SITE_OF.get(host) ?? host;
}

function hostOf(address: string | undefined): string {
  const { hostname = "" } = URL.parse(address ?? "") ?? {};
  return hostname.replace(/^www\.|\.$/g, "");
}
