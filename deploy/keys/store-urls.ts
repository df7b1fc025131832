/** A process and its password for a store. */
export interface StoreUser {
  readonly name: string;
  readonly password: string;
}

/** The URL of a store, with one or several hosts, and the user of a process. */
export function urlWithUser(url: string, { name, password }: StoreUser): string {
  return url.replace(/(\w+(?:\+srv)?:\/\/)(?![^/,]*@)/g, `$1${encodeURIComponent(name)}:${encodeURIComponent(password)}@`);
}

/** The URL of a MongoDB with the user of a process; the user is defined in the database of that process. */
export function mongoUrlWithUser(url: string, user: StoreUser, databasePrefix: string): string {
  const [servers = "", query] = urlWithUser(url, user).split("?");
  const options = [...(query ? [query] : []), `authSource=${encodeURIComponent(`${databasePrefix}${user.name}`)}`];
  return `${/^[^/]+\/\/[^/]+\//.test(servers) ? servers : `${servers}/`}?${options.join("&")}`;
}
