/** Sends a request: what the interface says to people is in the language of the page, which may have been chosen there. */
export function inPageLanguage(request: Request): Promise<Response> {
  request.headers.set("Accept-Language", document.documentElement.lang);
  return fetch(request);
}
