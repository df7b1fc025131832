/** Parts of user agents that are machines (spec 4.5). */
export const BOT_TOKENS = [
  ...["bot", "crawl", "spider", "slurp", "baidu", "yandex", "bing", "google", "facebook", "twitter", "linkedin", "whatsapp"],
  ...["telegram", "preview", "fetch", "curl", "wget", "python", "java", "php", "ruby", "go-http"],
] as const;

/** Whether a user agent names itself a machine, in any case; without a user agent nobody does. */
export function isBot(userAgent: string | undefined): boolean {
  const lower = (userAgent ?? "").toLowerCase();
  return BOT_TOKENS.some((token) => lower.includes(token));
}
