type LinkIcon = "camera" | "code" | "globe" | "mail" | "music" | "news" | "people" | "phone" | "shop" | "video";

/** Icons for the hosts that most creators link to, including their subdomains. */
const HOSTS: ReadonlyMap<string, LinkIcon> = new Map(
  Object.entries<LinkIcon>({
    "bandcamp.com": "music",
    "bsky.app": "people",
    "discord.com": "people",
    "discord.gg": "people",
    "dailymotion.com": "video",
    "etsy.com": "shop",
    "facebook.com": "people",
    "flickr.com": "camera",
    "github.com": "code",
    "gitlab.com": "code",
    "instagram.com": "camera",
    "linkedin.com": "people",
    "mastodon.social": "people",
    "medium.com": "news",
    "music.apple.com": "music",
    "myshopify.com": "shop",
    "reddit.com": "people",
    "soundcloud.com": "music",
    "spotify.com": "music",
    "substack.com": "news",
    "threads.net": "people",
    "tiktok.com": "video",
    "twitch.tv": "video",
    "vimeo.com": "video",
    "x.com": "people",
    "youtu.be": "video",
    "youtube.com": "video",
  }),
);

const SCHEMES: Readonly<Record<string, LinkIcon>> = { "mailto:": "mail", "tel:": "phone" };

/** The icon of a link. It loads nothing, so no other host learns about the visit; an unknown host gets a globe. */
export function linkIcon(url: string): LinkIcon {
  if (!URL.canParse(url)) return "globe";
  const { protocol, hostname } = new URL(url);
  const labels = hostname.split(".");
  const known = labels.map((_, index) => HOSTS.get(labels.slice(index).join("."))).find((icon) => icon !== undefined);
  return SCHEMES[protocol] ?? known ?? "globe";
}
