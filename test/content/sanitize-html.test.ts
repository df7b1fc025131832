import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { sanitizeHtml } from "#libs/platform/html/sanitize-html.ts";

const HOSTILE = [
  "<script>alert(1)</script>",
  "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
  "<scr<script>ipt>alert(1)</scr</script>ipt>",
  '<img src=x onerror="alert(1)">',
  '<p onclick="alert(1)" onmouseover=alert(1)>text</p>',
  '<a href="javascript:alert(1)">link</a>',
  '<a href="JaVaScRiPt:alert(1)">link</a>',
  '<a href="java\tscript:alert(1)">link</a>',
  '<a href=" &#106;avascript:alert(1)">link</a>',
  '<a href="data:text/html,<script>alert(1)</script>">link</a>',
  '<a href="vbscript:x">link</a>',
  '<iframe src="https://evil.example"></iframe>',
  "<svg><script>alert(1)</script></svg>",
  '<svg onload="alert(1)"><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext></mtext><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  "<style>body{background:url(javascript:alert(1))}</style>",
  '<p style="background:url(javascript:alert(1))">text</p>',
  '<form action="https://evil.example"><input name=a></form>',
  '<object data="x"></object><embed src="x"><base href="//evil.example"><meta http-equiv=refresh content=0>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  "<!--><img src=x onerror=alert(1)>-->",
];

const UNSAFE_TAGS = /<\s*\/?\s*(script|iframe|svg|math|style|form|input|object|embed|base|meta|noscript)\b/i;
const UNSAFE_ATTRIBUTES = /<[^>]*\s(on\w+|style|srcset)\s*=/i;
const UNSAFE_URLS = /(href|src)="\s*(javascript|data|vbscript)/i;

/** Expects no tag, attribute or URL that a browser would run or load. The values of attributes are text, so tags are not looked for in them. */
function expectHarmless(html: string): void {
  const withoutValues = html.replace(/"[^"]*"/g, '""');
  expect(withoutValues).not.toMatch(UNSAFE_TAGS);
  expect(withoutValues).not.toMatch(UNSAFE_ATTRIBUTES);
  expect(html).not.toMatch(UNSAFE_URLS);
}

describe("sanitizeHtml", () => {
  it.each(HOSTILE)("LEG-08 removes what a browser would run: %s", (html) => {
    const clean = sanitizeHtml(`<p>before</p>${html}<p>after</p>`);
    expectHarmless(clean);
    expect(clean).toContain("<p>before</p>");
  });

  it("LEG-08 keeps harmless HTML unchanged", () => {
    const html =
      '<h1 id="top">Terms &amp; conditions</h1><p>Read <a href="https://example.org/a?b=1">this</a>, ' +
      '<strong>all</strong> of it: ünï 文.</p><ul><li>one</li></ul><table><tr><td colspan="2">x</td></tr></table>';
    expect(sanitizeHtml(html)).toBe(html);
  });

  it("LEG-08 is idempotent for any text", () => {
    const piece = fc.constantFrom(
      ...HOSTILE,
      "<p>",
      "</p>",
      "<",
      ">",
      "&",
      "&lt;",
      '"',
      "text",
      "<a href='x'>",
      "</a>",
      "<!--",
      "-->",
      "\u0000",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const once = sanitizeHtml(pieces.join(""));
        expect(sanitizeHtml(once)).toBe(once);
        expectHarmless(once);
      }),
    );
  });
});
