/** Texts in the user agents of bots (spec 4.5). @internal exported for tests */
export const BOT_TOKENS = [
  ...["bot", "crawl", "spider", "slurp", "baidu", "yandex", "bing", "google", "facebook", "twitter", "linkedin", "whatsapp"],
  ...["telegram", "preview", "fetch", "curl", "wget", "python", "java", "php", "ruby", "go-http"],
] as const;

/** True when a user agent contains the name of a bot, in any letter case. A request without a user agent is not a bot. */
export function isBot(userAgent: string | undefined): boolean {
  const lower = (userAgent ?? "").toLowerCase();
  return BOT_TOKENS.some((token) => lower.includes(token));
}
