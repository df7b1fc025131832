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
}
