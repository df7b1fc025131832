import { describe, expect, it } from "@jest/globals";
import { LOCALES } from "#libs/contracts/shared.ts";
import { configReader } from "#libs/platform/config/reader.ts";
import { locales } from "#libs/platform/i18n/locales.ts";
import { mailFrame } from "#libs/providers/email/mail-frame.ts";
import { everyMail } from "../support/every-mail.ts";

const MAX_BYTES = 30_000;
const ENTITIES: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };

const config = configReader(new Map([["CONFIG_SITE_PUBLIC_HOST", "https://boats.example.org/"]]));

const plain = (html: string) => html.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? "");
const linksOf = (html: string) => new Set([...html.matchAll(/href="([^"]*)"/g)].map(([, url = ""]) => plain(url)));

/** The words that the HTML shows, line by line. */
function linesOf(html: string): readonly string[] {
  const body = html.slice(html.indexOf("<body"));
  const lines = body.replace(/<br>|<\/(p|h1|a)>/g, "\n").replace(/<[^>]*>/g, "");
  return plain(lines)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** The lines of the text, without the colon after the label of an address and the line before the footer. */
const wordsOf = (text: string) => text.split("\n").filter((line) => line !== "" && line !== "--");

describe.each(LOCALES)("every mail in %s", (locale) => {
  const mails = everyMail(locale, config);

  it.each(mails.map((mail) => [mail.kind, mail] as const))("PGE-25 %s says the same in both forms and loads nothing", (_kind, mail) => {
    const { subject, text, html = "" } = mail;
    const links = linksOf(html);
    const seen = linesOf(html).filter((line) => !links.has(line));
    const words = wordsOf(text).filter((line) => !links.has(line));
    expect(words.map((line) => (seen.includes(line) ? line : line.replace(/:$/, "")))).toEqual(seen);
    expect([...links].filter((url) => !text.split("\n").includes(url))).toEqual([]);
    expect([...text.matchAll(/https?:\S+/g)].filter(([url]) => !links.has(url))).toEqual([]);
    expect(html).toContain(`<html lang="${locale}" dir="${locales[locale].direction}">`);
    expect(html).toContain("prefers-color-scheme:dark");
    expect(html).not.toMatch(/<(img|link|script|iframe|object)\b|\bsrc=|url\(|@import/);
    expect(Buffer.byteLength(html)).toBeLessThan(MAX_BYTES);
    expect(`${subject}${text}${html.slice(html.indexOf("<body"))}`).not.toMatch(/[{}]|mail\.[a-z_]+\.|undefined/);
  });
});

describe("PGE-26 markup and line breaks", () => {
  const EVIL = 'Ada <b>&"\r\nBcc: eve@example.org';
  const content = {
    locale: "en",
    siteName: EVIL,
    subject: EVIL,
    paragraphs: [EVIL],
    action: { label: EVIL, url: 'https://boats.example.org/#a&b="' },
    reason: EVIL,
    links: [{ label: EVIL, url: "https://boats.example.org/?a=<b>" }],
  } as const;

  it("PGE-26 stay text in every part of the frame, and the subject is one line", () => {
    const { subject, html } = mailFrame(content);
    expect(subject).toBe('Ada <b>&" Bcc: eve@example.org');
    expect(html).not.toMatch(/<b>|Ada <|="[^"]*<b/);
    expect(html).toContain('href="https://boats.example.org/#a&amp;b=&quot;"');
  });

  it("PGE-26 in the names of site and people begin no line of their own", () => {
    const evil = configReader(new Map([["CONFIG_SITE_NAME", EVIL]]));
    for (const { subject, text, html = "" } of everyMail("en", evil, EVIL)) {
      expect(subject).not.toMatch(/[\r\n]/);
      expect(`${text}\n${html}`).not.toMatch(/^Bcc:/m);
      expect(html).not.toContain("<b>");
    }
  });
});
