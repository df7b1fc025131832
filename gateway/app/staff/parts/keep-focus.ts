/** After a change that has taken the pressed button away, the keyboard goes on from the heading of the page, not from its very beginning. */
export const keepFocus = (): void =>
  void requestAnimationFrame(() => {
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>("#main h1[tabindex]")?.focus({ preventScroll: true });
  });
