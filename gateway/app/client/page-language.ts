const PARAMETER = "lang";

/** The address of this page in another language; the server keeps the choice for later pages. */
export function addressIn(locale: string): URL {
  const address = new URL(location.href);
  address.searchParams.set(PARAMETER, locale);
  return address;
}

/** Whether the address itself says the language of this page. */
export const isChosenHere = (): boolean => new URLSearchParams(location.search).has(PARAMETER);
