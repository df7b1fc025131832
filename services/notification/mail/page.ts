import type { Locale } from "#libs/contracts/shared.ts";
import { locales } from "#libs/i18n/locales.ts";

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const LINK = /https?:\/\/[^\s<>"]+/g;

/** A plain text as a simple page: its paragraphs, its addresses as links. */
export function pageOf(title: string, text: string, locale: Locale): string {
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => `<p>${linked(paragraph).replaceAll("\n", "<br>")}</p>`);
  return [
    "<!doctype html>",
    `<html lang="${locale}" dir="${locales[locale].direction}">`,
    `<head><meta charset="utf-8"><title>${escaped(title)}</title></head>`,
    `<body style="font-family:sans-serif;max-width:36rem">${paragraphs.join("\n")}</body>`,
    "</html>",
  ].join("\n");
}

function linked(text: string): string {
  const links = text.match(LINK) ?? [];
  return text
    .split(LINK)
    .map((between, index) => escaped(between) + anchor(links[index]))
    .join("");
}

function anchor(url: string | undefined): string {
  return url === undefined ? "" : `<a href="${escaped(url)}">${escaped(url)}</a>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
