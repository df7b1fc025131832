import { join } from "node:path";
import type { ProviderHost } from "../host.ts";
import { type Slot, slotOf } from "../slot.ts";
import { folderStorage } from "./folder.ts";
import { memoryStorage } from "./memory.ts";
import { checkedStorage, type StorageProvider } from "./storage-provider.ts";

/** Files, with the provider that `provider.storage` names. A file stays where it was put: remember `activeName()` beside its key. */
export function storageSlot({ config, clock, env }: Pick<ProviderHost, "config" | "clock" | "env">): Slot<StorageProvider> {
  const implementations = {
    folder: checkedStorage(folderStorage(join(env.dataDir, "storage"))),
    memory: checkedStorage(memoryStorage()),
  };
  return slotOf({ slot: "storage", implementations, config, clock, production: env.production, timeoutMs: 60_000 });
}
