/** Fills in the token that follows `#` in the link of a mail. Nothing is sent before the reader presses the button. */
export function fillTokenField(): void {
  const given = new URLSearchParams(location.hash.slice(1));
  for (const name of ["token", "list"]) {
    const value = given.get(name);
    const control = document.querySelector<HTMLInputElement | HTMLSelectElement>(`main [name="${name}"]`);
    if (value === null || !control) continue;
    control.value = value;
    const field = control.closest<HTMLElement>(".field");
    if (field) field.hidden = true;
  }
  const form = document.querySelector<HTMLFormElement>("form[data-keeps-code]");
  form?.addEventListener("submit", () => {
    const token = String(new FormData(form).get("token"));
    // The answer leads to another address, which gets what follows `#` from this one.
    form.action = `${new URL(form.action).pathname}#${new URLSearchParams({ token })}`;
  });
}
