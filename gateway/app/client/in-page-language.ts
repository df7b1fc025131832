/** Sends a request with the language of the page, which may be chosen there, so that error messages come in it. */
export function inPageLanguage(request: Request): Promise<Response> {
  request.headers.set("Accept-Language", document.documentElement.lang);
  return fetch(request);
}
