/** A long text has a button that shows the rest of it, where something is left. */
export function enhanceExpandableText(): void {
  const box = document.querySelector<HTMLElement>("[data-folded]");
  const text = box?.querySelector<HTMLElement>(".written");
  const button = box?.querySelector("button");
  if (!box || !text || !button) return;
  const watched = new ResizeObserver(() => {
    button.hidden = text.scrollHeight <= text.clientHeight;
  });
  watched.observe(text);
  button.addEventListener("click", () => {
    watched.disconnect();
    box.removeAttribute("data-folded");
    button.remove();
    // Whoever reads by keyboard goes on here.
    text.tabIndex = -1;
    text.focus();
  });
}
