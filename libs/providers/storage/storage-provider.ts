/** Port of file storage. A key names one file: lower-case letters, digits, `.`, `_` and `-`, in at most six parts between slashes. */
export interface StorageProvider {
  /** Stores a file of at most 64 MiB, all or nothing, and replaces an existing one. Throws ProviderFailure. */
  put(key: string, content: Uint8Array): Promise<void>;
  /** Null when there is no such file. Throws ProviderFailure. */
  get(key: string): Promise<Uint8Array | null>;
  /** Does nothing when there is no such file. Throws ProviderFailure. */
  remove(key: string): Promise<void>;
}
