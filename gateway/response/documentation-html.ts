/** The pages of the documentation load nothing and run no script. */
export const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const STYLE = `:root { color-scheme: light dark }
html { background: light-dark(#fbf6ec, #121512); color: light-dark(#17221d, #f2ede1) }
body { max-width: 72rem; margin: 0 auto; padding: 2rem 1.5rem 4rem; font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere }
h1, h2 { font-family: Domine, Georgia, serif; letter-spacing: -.01em }
h1, h2, h3 { line-height: 1.2; scroll-margin-top: 1rem }
a { color: inherit; text-decoration-color: light-dark(#837d6c, #7f8578); text-underline-offset: .2em }
a:hover { text-decoration-color: currentcolor }
:focus-visible { outline: 2px solid light-dark(#1d4ed8, #8ab4ff); outline-offset: 2px }
pre { overflow-x: auto; padding: 1rem 1.25rem; border-radius: .875rem; background: light-dark(#f4ecdd, #0c0e0c); overflow-wrap: normal }
.wide { overflow-x: auto }
table { border-collapse: collapse } th, td { padding: .25rem .75rem .25rem 0; text-align: start; vertical-align: top }
nav ul { columns: 16rem; padding: 0; list-style: none }
nav li { padding-block: .25rem; break-inside: avoid }
article { border-top: 1px solid light-dark(#e8decb, #31372f); margin-top: 1.5rem }`;

/** A page of the documentation, for every width. @param body HTML */
export const documentationPage = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;

/** Text as HTML. */
export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** A table that scrolls by itself on narrow screens; without rows there is none. @param rows cells as HTML */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const line = (cells: readonly string[], tag: "th" | "td") => `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
  return `<div class="wide" tabindex="0"><table>\n${[line(head, "th"), ...rows.map((cells) => line(cells, "td"))].join("\n")}\n</table></div>`;
}
