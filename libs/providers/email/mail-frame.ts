import type { Locale } from "#libs/contracts/shared.ts";
import { cutText, oneLine } from "#libs/kernel/readable-text.ts";
import { locales } from "#libs/platform/i18n/locales.ts";
import type { Email } from "./email-provider.ts";
import { type Html, html } from "./html-template.ts";

const MAX_SUBJECT_LENGTH = 200;

interface Link {
  readonly label: string;
  readonly url: string;
}

/** The content of a mail. */
export interface MailContent {
  readonly locale: Locale;
  readonly siteName: string;
  readonly subject: string;
  /** Plain text; line breaks are preserved. */
  readonly paragraphs: readonly string[];
  /** The button, with the same address written out; null for a mail that leads nowhere. */
  readonly action: Link | null;
  /** Paragraphs after the button. */
  readonly closing?: readonly string[];
  /** The reason for this mail, for its reader. */
  readonly reason: string;
  /** Further links of the footer: settings, the end of these mails. */
  readonly links: readonly Link[];
}

/** The colours of the pages: inline for programs without style sheets, and for dark programs in the head. */
const PAPER = "#fbfaf7";
const CARD = "#ffffff";
const INK = "#1c1b19";
const MUTED = "#5c5850";
const LINE = "#e4e0d8";
const ACCENT = "#0b6b5d";
const DARK = `@media (prefers-color-scheme:dark){
.paper{background:#141513!important}.card{background:#1d1f1c!important;border-color:#33352f!important}
.ink{color:#eceae4!important}.muted{color:#a8a499!important}.link{color:#5cc9b4!important}
.button{background:#5cc9b4!important;color:#141513!important}}`;

const TEXT = `margin:0 0 16px;color:${INK};overflow-wrap:anywhere`;
const SMALL = `margin:0 0 8px;color:${MUTED};font-size:13px;overflow-wrap:anywhere`;

/**
 * A mail as plain text and as HTML with the same content, in the direction of its language. The HTML loads no external resource, and all
 * text is escaped.
 */
export function mailFrame(content: MailContent): Required<Pick<Email, "subject" | "text" | "html">> {
  const subject = cutText(oneLine(content.subject), MAX_SUBJECT_LENGTH);
  const framed = { ...content, subject, siteName: oneLine(content.siteName) };
  return { subject, text: textOf(framed), html: `<!doctype html>\n${documentOf(framed)}` };
}

function textOf({ siteName, paragraphs, action, closing = [], reason, links }: MailContent): string {
  const footer = [reason, ...links.map(written)];
  return [siteName, ...paragraphs, ...(action ? [written(action)] : []), ...closing, "--", ...footer].join("\n\n");
}

const written = ({ label, url }: Link): string => `${label}:\n${url}`;

function documentOf({ locale, siteName, subject, paragraphs, action, closing = [], reason, links }: MailContent): Html {
  return html`<html lang="${locale}" dir="${locales[locale].direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>:root{color-scheme:light dark}${DARK}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${PAPER}">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${PAPER}">
<tr><td align="center" style="padding:16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:36rem;text-align:start;font:16px/1.5 system-ui,sans-serif">
<tr><td>
<main>
<h1 class="ink" style="margin:8px 0 16px;color:${INK};font-size:18px;line-height:1.2"><bdi>${siteName}</bdi></h1>
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${CARD};border:1px solid ${LINE};border-radius:12px">
<tr><td style="padding:24px">
${paragraphs.map(paragraphOf)}
${action ? buttonOf(action) : []}
${closing.map(paragraphOf)}
</td></tr>
</table>
</main>
</td></tr>
<tr><td style="padding:16px 0">
<footer>
<p class="muted" style="${SMALL}">${reason}</p>
${links.map(linkOf)}
</footer>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>`;
}

function paragraphOf(text: string): Html {
  const [first = "", ...more] = text.split("\n");
  return html`<p class="ink" style="${TEXT}">${first}${more.map((line) => html`<br>${line}`)}</p>\n`;
}

function buttonOf({ label, url }: Link): Html {
  const shape = `display:inline-block;padding:12px 24px;border-radius:6px;background:${ACCENT};color:${CARD};font-weight:600;line-height:20px;text-decoration:none`;
  return html`<p style="margin:0 0 8px"><a class="button" href="${url}" style="${shape}">${label}</a></p>
<p style="${TEXT}"><a class="link" dir="ltr" href="${url}" style="color:${ACCENT};font-size:13px">${url}</a></p>`;
}

function linkOf({ label, url }: Link): Html {
  return html`<p style="${SMALL}"><a class="link" href="${url}" style="display:inline-block;padding:4px 0;color:${ACCENT}">${label}</a></p>\n`;
}
