/** Designs of a creator's page, by the `templateId` of the page; `styles/templates.css` has their colours. */
const TEMPLATES = { paper: "12392f", night: "2b2f4a", sand: "8a4b14", ink: "1c1b19" } as const;
export type Template = keyof typeof TEMPLATES;
export const TEMPLATE_NAMES = Object.keys(TEMPLATES) as readonly Template[];

/** Unknown templates fall back to the plain one. */
export function templateOf(templateId: string | null): Template {
  return templateId !== null && Object.hasOwn(TEMPLATES, templateId) ? (templateId as Template) : "paper";
}

/** Background of generated images of a page, as six hex digits. */
export function groundOf(template: Template): string {
  return TEMPLATES[template];
}
