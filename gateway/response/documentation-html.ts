/** The pages of the documentation load nothing and run no script. */
export const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const STYLE = `:root { color-scheme: light dark }
body { max-width: 60rem; margin: 0 auto; padding: 1rem 1rem 4rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
h2, h3 { line-height: 1.2; scroll-margin-top: 1rem }
pre { overflow-x: auto; padding: .75rem; border: 1px solid GrayText; overflow-wrap: normal }
.wide { overflow-x: auto }
table { border-collapse: collapse } th, td { padding: .25rem .75rem .25rem 0; text-align: start; vertical-align: top }
nav ul { columns: 16rem; padding-inline-start: 1.25rem }
article { border-top: 1px solid GrayText; margin-top: 1.5rem }`;

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
