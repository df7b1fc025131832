/**
 * Browsers show a page from their memory before its scripts run. So a page with something personal is hidden while it waits there.
 * @param returned called before the page is visible again
 */
export function hideInMemory(isPersonal: () => boolean, returned: () => void): void {
  const { style } = document.documentElement;
  addEventListener("pagehide", ({ persisted }) => {
    if (persisted && isPersonal()) style.visibility = "hidden";
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) returned();
    style.visibility = "";
  });
}
