/** Name of the environment variable that sets a key: `dm.timeout_hours` → `CONFIG_DM_TIMEOUT_HOURS`. */
export function environmentVariableOf(key: string): string {
  return `CONFIG_${key
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]/g, "_")
    .toUpperCase()}`;
}
