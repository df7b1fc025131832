import type { StaffQueue } from "#libs/contracts/config/console.ts";
import { onLive } from "../parts/live.ts";
import type { StaffReader } from "../parts/staff.ts";

/** Shows the parts of the frame, and the entries of its side, that a user may open; null: signed out. */
export function showSide(staff: StaffReader | null): void {
  for (const element of document.querySelectorAll<HTMLElement>("[data-staff]")) {
    const needed = element.dataset.staff ?? "";
    element.hidden = staff === null || (needed !== "" && !needed.split(" ").some((each) => staff.me.permissions.includes(each)));
  }
  // A group without entries leaves no heading.
  for (const group of document.querySelectorAll<HTMLElement>("[data-group]"))
    group.hidden = group.querySelector("a:not([hidden])") === null;
  showWhere([...document.querySelectorAll<HTMLAnchorElement>("#side a")]);
  write("email", staff?.me.email);
  write("roles", staff?.me.roles.join(", "));
  openSide(false);
}

/**
 * Marks the entry of the open page, else the nearest one that it lies below: corrections lie below the ledger, and have an entry. One of two
 * views of a page is the open one only with its query.
 */
function showWhere(links: readonly HTMLAnchorElement[]): void {
  const here = location.pathname;
  const isAbove = ({ pathname, search }: HTMLAnchorElement) =>
    (search === "" || search === location.search) && (pathname === here || (pathname !== "/admin" && here.startsWith(`${pathname}/`)));
  const length = ({ pathname, search }: HTMLAnchorElement) => pathname.length + search.length;
  const [nearest] = links.filter(isAbove).sort((one, other) => length(other) - length(one));
  for (const link of links) link.ariaCurrent = link !== nearest ? null : link.pathname === here ? "page" : "true";
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

/** Shows at the side how much waits. */
export function followQueues(): void {
  onLive(({ overview }) => {
    for (const element of document.querySelectorAll<HTMLElement>("[data-waiting]")) {
      const number = overview?.queues[element.dataset.waiting as StaffQueue] ?? 0;
      element.hidden = number === 0;
      element.textContent = String(number);
    }
  });
}

const menu = () => document.getElementById("menu");

function openSide(isOpen: boolean): void {
  const button = menu();
  if (button) button.ariaExpanded = String(isOpen);
  document.getElementById("side")?.toggleAttribute("data-open", isOpen);
}
