/** Opens the menus of links, one at a time. Escape or a press elsewhere closes them; "Copy" copies the address. */
export function enhanceLinkMenus(): void {
  const menus = [...document.querySelectorAll<HTMLDetailsElement>("details.link-menu")];
  const close = (but: Node | null) => {
    for (const menu of menus) if (!menu.contains(but)) menu.open = false;
  };
  for (const menu of menus) enhance(menu);
  if (menus.length > 0) document.addEventListener("click", ({ target }) => close(target as Node));
}

function enhance(menu: HTMLDetailsElement): void {
  menu.classList.remove("until-script");
  menu.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
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
