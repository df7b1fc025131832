const MENUS = "details[data-menu]";

/** Menus are open one at a time: a press elsewhere, a followed link, Escape or tabbing away closes them. Escape gives the focus back. */
export function enhanceMenus(): void {
  const closeWhere = (isLeft: (menu: HTMLDetailsElement) => boolean) => {
    for (const menu of document.querySelectorAll<HTMLDetailsElement>(`${MENUS}[open]`)) if (isLeft(menu)) menu.open = false;
  };
  document.addEventListener("click", ({ target }) => {
    const isLink = (target as Element).closest("a") !== null;
    closeWhere((menu) => isLink || !menu.contains(target as Node));
  });
  document.addEventListener("keyup", ({ key }) => {
    if (key === "Tab") closeWhere((menu) => !menu.contains(document.activeElement));
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    closeWhere((menu) => {
      menu.querySelector("summary")?.focus();
      return true;
    });
  });
}
