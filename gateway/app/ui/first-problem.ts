/** Once what is wrong with a form is drawn, the first field with a problem gets the focus. */
export function focusFirstProblem(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>("main [aria-invalid=true]")?.focus());
}
