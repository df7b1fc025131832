export * from "./reports.ts";
export * from "./tracking.ts";
