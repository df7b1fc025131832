/**
 * Options of a process of services. Its young objects are those of requests in flight, few and small; without a limit their space grows
 * to as much memory as all code takes, for the same processor time (SPD-12). The image and `npm start` say the same.
 */
export const smallYoungSpace = ["--max-semi-space-size=4"] as const;

/**
 * Variables of a process: blocks of a MiB and more go back to the system when they are freed. The allocator of glibc learns from each such
 * block to keep the next ones, and after some passwords kept 115 MiB of a process for the 19 MiB of a hash (SPD-12). The image says the same.
 */
export const returnedBlocks = { MALLOC_MMAP_THRESHOLD_: "1048576" } as const;
