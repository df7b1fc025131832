import { canCopy, copyText } from "../client/browser/clipboard.ts";

/** The menu of each link: "Copy" copies its address. */
export function enhanceLinkMenus(): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>("details.link-menu")) enhance(menu);
}

function enhance(menu: HTMLDetailsElement): void {
  menu.classList.remove("until-script");
  const button = menu.querySelector<HTMLButtonElement>("button[data-copy]");
  if (!button) return;
  button.hidden = !canCopy();
  button.addEventListener("click", async () => {
    const { copy = "", copied = "" } = button.dataset;
    if (await copyText(copy)) button.textContent = copied;
  });
}
