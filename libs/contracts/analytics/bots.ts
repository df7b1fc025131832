/** Names in the user agents of bots (spec 4.5). @internal exported for tests */
export const BOT_TOKENS = [
  ...["bot", "crawl", "spider", "slurp", "baidu", "yandex", "bing", "google", "facebook", "twitter", "linkedin", "whatsapp"],
  ...["telegram", "preview", "fetch", "curl", "wget", "python", "java", "php", "ruby", "go-http"],
] as const;

/** Programs that call pages without a person, and say so in other words. */
const TOOL_TOKENS = [
  ...["headlesschrome", "lighthouse", "phantomjs", "playwright", "puppeteer", "selenium", "webdriver", "cypress", "jsdom", "scrapy"],
  ...["chatgpt", "claude-user", "perplexity", "mistralai", "oai-search", "archiver", "embedly", "iframely", "pingdom", "statuscake"],
  ...["axios", "okhttp", "node", "undici", "deno", "dart", "aiohttp", "httpx", "httpclient", "http-client", "libwww", "guzzle", "postman"],
] as const;

/** Browsers inside apps: people, although the apps have names of bots. Instagram names the device, which may be of Google. */
const APP_BROWSERS = new RegExp(
  `(?<![a-z])(?:${[
    ...[
      "FB_IAB",
      "FBAN",
      "FBAV",
      "FBPN",
      "Instagram",
      "Barcelona",
      "LinkedInApp",
      "TwitterAndroid",
      "Twitter for (?:iPhone|iPad|Android|Mac)",
    ],
    ...["Telegram-(?:Android|iOS)", "GoogleApp", "baiduboxapp", "BaiduHD", "BingSapphire", "BingWeb", "YandexSearch", "YaSearchApp"],
  ].join("|")})(?![a-z])`,
  "i",
);

/** The comment about the device of a browser. A device may be named `CUBOT` or `Google Pixel`; a bot names itself with a version or an address. */
const DEVICE_COMMENT = /\((?![^()]*compatible)(?=[^()]*\b(?:Android|Linux|X11|CrOS|Windows|Macintosh|iPhone|iPad|iPod)\b)[^()]*\)/gi;

const namesBot = matcherOf(BOT_TOKENS);
let tools = { added: "", isNamedIn: matcherOf(TOOL_TOKENS) };

/**
 * Whether a user agent names a bot, in any letter case, as a word of a product. A request without a user agent is not a bot.
 * @param added names that the operator adds to those known here
 */
export function isBot(userAgent: string | undefined, added: readonly string[]): boolean {
  if (!userAgent) return false;
  const products = userAgent.replace(DEVICE_COMMENT, (comment) => comment.match(/[^\s;()]+\/[^\s;()]+/g)?.join(" ") ?? "");
  if (toolsWith(added)(products)) return true;
  return !APP_BROWSERS.test(userAgent) && namesBot(products);
}

/** Compiled again only when the setting changes. */
function toolsWith(added: readonly string[]): (text: string) => boolean {
  const key = added.join("\n");
  if (tools.added !== key) tools = { added: key, isNamedIn: matcherOf([...TOOL_TOKENS, ...added]) };
  return tools.isNamedIn;
}

/** Finds tokens that begin or end a word: `Twitterbot`, `facebookexternalhit`, `externalfetcher`, `GoogleOther`, and no `cubotic`. */
function matcherOf(tokens: readonly string[]): (text: string) => boolean {
  const any = tokens.map((token) => token.replace(/[^a-z0-9]/gi, "\\$&")).join("|");
  const pattern = new RegExp(`(?<![a-z])(?:${any})|(?:${any})(?:ers?|ing|s)?(?![a-z])`, "i");
  return (text) => pattern.test(text) || pattern.test(text.replace(/([a-z])([A-Z])/g, "$1 $2"));
}
