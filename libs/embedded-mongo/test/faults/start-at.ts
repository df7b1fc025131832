/** Loaded into a server: waits with everything loaded until the time START_AT, so that several servers open their directory at once. */
await import("../../index.ts");
const startAt = Number(process.env.START_AT);
while (Date.now() < startAt) {
  // a timer would wake up too late
}
