const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Markup whose texts are escaped. */
export interface Html {
  readonly markup: string;
  toString(): string;
}

/** Markup from a template: strings are escaped, markup stays, lists stand one after another. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | Html | readonly Html[])[]): Html {
  const markup = parts.map((part, index) => part + markupOf(values[index] ?? "")).join("");
  return { markup, toString: () => markup };
}

function markupOf(value: string | Html | readonly Html[]): string {
  if (typeof value === "string") return value.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
  return "markup" in value ? value.markup : value.map(({ markup }) => markup).join("");
}
