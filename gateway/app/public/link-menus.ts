/** The menu of each link: "Copy" copies its address. */
export function enhanceLinkMenus(): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>("details.link-menu")) enhance(menu);
}

function enhance(menu: HTMLDetailsElement): void {
  menu.classList.remove("until-script");
  const button = menu.querySelector<HTMLButtonElement>("button[data-copy]");
  button?.addEventListener("click", async () => {
    const { copy = "", copied = "" } = button.dataset;
    try {
      await navigator.clipboard.writeText(copy);
      button.textContent = copied;
    } catch {
      // The reader denies access to the clipboard.
    }
  });
}
