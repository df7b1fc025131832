import { LEGAL_KINDS, listHelpArticles } from "#libs/contracts/content/index.ts";
import { discoverCategory } from "#libs/contracts/creator/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { APP_ROUTES } from "../app/app-routes.ts";
import { PLATFORM_NAMES } from "../ui/creator/platforms.ts";
import { imageColoursOf } from "../ui/templates.ts";
import type { PageContext, Resource } from "./page.ts";
import { iconFile, portraitPng } from "./pictures.ts";

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const GROUND = imageColoursOf("paper").ground;
/** Icon sizes that systems ask for, in pixels. */
const [FAVICON, TOUCH_ICON, MANIFEST_ICONS] = [32, 180, [192, 512]] as const;

const icon = (size: number) => portraitPng({ width: size, height: size, ground: GROUND });

/** A picture that is the same for all readers, drawn on first use. */
function drawn(path: string, contentType: string, draw: () => Buffer): Resource {
  let picture: Buffer | undefined;
  const body = () => {
    picture ??= draw();
    return picture;
  };
  return { path, contentType, maxAgeSeconds: DAY_SECONDS, body };
}

/** Rules for search engines: they may read pages that need no sign-in. */
const robots: Resource = {
  path: "/robots.txt",
  contentType: "text/plain; charset=utf-8",
  maxAgeSeconds: HOUR_SECONDS,
  body({ site }) {
    const closed = new Set([
      "/api/",
      "/admin",
      ...APP_ROUTES.filter(({ signedIn }) => signedIn).map(({ path }) => path.replace(/\{.*/, "")),
    ]);
    const rules = [...closed].filter((path) => path !== "/").map((path) => `Disallow: ${path}`);
    return `${["User-agent: *", ...rules, `Sitemap: ${site.publicHost}/sitemap.xml`].join("\n")}\n`;
  },
};

/** The sitemap: fixed pages, help, legal texts, and the creators that discovery lists. */
const sitemap: Resource = {
  path: "/sitemap.xml",
  contentType: "application/xml; charset=utf-8",
  maxAgeSeconds: HOUR_SECONDS,
  async body(about) {
    const platforms = Object.keys(PLATFORM_NAMES);
    const fixed = ["/", "/discover", "/help", ...LEGAL_KINDS.map((kind) => `/legal/${kind}`)];
    const found = await Promise.all([articles(about), ...platforms.map((platform) => creatorsOn(platform, about))]);
    const addresses = [...new Set([...fixed, ...found.flat()])].map(
      (path) => `<url><loc>${escaped(about.site.publicHost + path)}</loc></url>`,
    );
    return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses.join("")}</urlset>\n`;
  },
};

async function articles({ ask }: PageContext): Promise<string[]> {
  const { items } = await ask(listHelpArticles, { limit: 50 });
  return items.map(({ slug }) => `/help/${slug}`);
}

/** Empty while discovery is switched off. */
async function creatorsOn(platform: string, { ask }: PageContext): Promise<string[]> {
  try {
    const { results } = await ask(discoverCategory, { platform, limit: 50 });
    return results.map(({ username }) => `/${username}`);
  } catch (error) {
    if (error instanceof AppError && error.key === "features.discover_disabled") return [];
    throw error;
  }
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Lets users install the site on the home screen; web push needs that on some phones. */
const manifest: Resource = {
  path: "/manifest.webmanifest",
  contentType: "application/manifest+json; charset=utf-8",
  maxAgeSeconds: HOUR_SECONDS,
  body: ({ site }) =>
    JSON.stringify({
      name: site.name,
      short_name: site.name,
      description: site.tagline,
      start_url: "/",
      display: "standalone",
      background_color: "#fbf6ec",
      theme_color: "#fbf6ec",
      icons: MANIFEST_ICONS.map((size) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: "image/png" })),
    }),
};

/** The files that browsers and search engines request by themselves. */
export const siteFiles: readonly Resource[] = [
  robots,
  sitemap,
  manifest,
  drawn("/favicon.ico", "image/x-icon", () => iconFile(icon(FAVICON), FAVICON)),
  drawn("/apple-touch-icon.png", "image/png", () => icon(TOUCH_ICON)),
  ...MANIFEST_ICONS.map((size) => drawn(`/icon-${size}.png`, "image/png", () => icon(size))),
];
