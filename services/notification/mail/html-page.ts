import type { Locale } from "#libs/contracts/shared.ts";
import { locales } from "#libs/platform/i18n/locales.ts";

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const LINK = /https?:\/\/[^\s<>"]+/g;

/** A plain text as an HTML page: blank lines separate paragraphs, URLs become links. */
export function htmlPage(title: string, text: string, locale: Locale): string {
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => `<p>${withLinks(paragraph).replaceAll("\n", "<br>")}</p>`);
  return [
    "<!doctype html>",
    `<html lang="${locale}" dir="${locales[locale].direction}">`,
    `<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>`,
    `<body style="font-family:sans-serif;max-width:36rem">${paragraphs.join("\n")}</body>`,
    "</html>",
  ].join("\n");
}

function withLinks(text: string): string {
  const links = text.match(LINK) ?? [];
  return text
    .split(LINK)
    .map((between, index) => escapeHtml(between) + anchor(links[index]))
    .join("");
}

function anchor(url: string | undefined): string {
  return url === undefined ? "" : `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
