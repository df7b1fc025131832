/** Adds a button to a truncated text that reveals the rest. */
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
    // Keyboard users continue reading here.
    text.tabIndex = -1;
    text.focus();
  });
}
