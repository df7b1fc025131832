/** The colours of generated images of a page, as six hex digits. */
interface ImageColours {
  readonly ground: string;
  readonly lines: string;
}

/** Designs of a creator's page, by the `templateId` of the page; `styles/templates.css` has grounds, accents and shapes of the page itself. */
const TEMPLATES = {
  paper: { ground: "12392f", lines: "cfeedd" },
  night: { ground: "2b2f4a", lines: "e4dcff" },
  sand: { ground: "8a4b14", lines: "ffe0c4" },
  ink: { ground: "1c1b19", lines: "f4b443" },
  sea: { ground: "0f4c5c", lines: "c8eef5" },
  rose: { ground: "7a2347", lines: "ffd3e0" },
} as const satisfies Record<string, ImageColours>;
export type Template = keyof typeof TEMPLATES;
export const TEMPLATE_NAMES = Object.keys(TEMPLATES) as readonly Template[];

/** Unknown templates fall back to the plain one. */
export function templateOf(templateId: string | null): Template {
  return templateId !== null && Object.hasOwn(TEMPLATES, templateId) ? (templateId as Template) : "paper";
}

export function imageColoursOf(template: Template): ImageColours {
  return TEMPLATES[template];
}
