import { showWhere } from "../../client/frame.ts";
import type { StaffReader } from "../parts/staff.ts";

/** Shows the parts of the frame, and the entries of its side, that a user may open; null: signed out. */
export function showSide(staff: StaffReader | null): void {
  for (const element of document.querySelectorAll<HTMLElement>("[data-staff]")) {
    const needed = element.dataset.staff ?? "";
    element.hidden = staff === null || (needed !== "" && !staff.me.permissions.includes(needed));
  }
  // A group without entries leaves no heading.
  for (const group of document.querySelectorAll<HTMLElement>("[data-group]"))
    group.hidden = group.querySelector("a:not([hidden])") === null;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("#side a")) showWhere(link);
  write("email", staff?.me.email);
  write("roles", staff?.me.roles.join(", "));
  openSide(false);
}

const write = (part: "email" | "roles", text = ""): void => {
  for (const element of document.querySelectorAll<HTMLElement>(`[data-own="${part}"]`)) element.textContent = text;
};

/** On narrow screens, the side opens by a button and closes by Escape. */
export function enhanceSide(): void {
  menu()?.addEventListener("click", () => openSide(menu()?.ariaExpanded !== "true"));
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || menu()?.ariaExpanded !== "true") return;
    openSide(false);
    menu()?.focus();
  });
}

const menu = () => document.getElementById("menu");

function openSide(isOpen: boolean): void {
  const button = menu();
  if (button) button.ariaExpanded = String(isOpen);
  document.getElementById("side")?.toggleAttribute("data-open", isOpen);
}
