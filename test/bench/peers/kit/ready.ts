/** Announces that this process serves requests, and ends it together with the process that forked it. */
export function ready(): void {
  process.on("disconnect", () => process.exit());
  // The parent ended while this process started.
  if (!process.connected) process.exit();
  process.send?.("ready");
}

/** A variable of the environment that a peer is started with. */
export function variable(name: "NATS_URL" | "NATS_CA_FILE" | "STORE_URL" | "REDIS_URL" | "PORT"): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing`);
  return value;
}

/** Whether this is the tuned form of a peer. */
export const isTuned = process.env.TUNED === "1";
