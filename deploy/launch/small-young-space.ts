/**
 * Options of a process of services. Its young objects are those of requests in flight, few and small; without a limit their space grows
 * to as much memory as all code takes, for the same processor time (SPD-12). The image and `npm start` say the same.
 */
export const smallYoungSpace = ["--max-semi-space-size=4"] as const;
