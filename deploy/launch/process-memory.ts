/**
 * Node options of a service process. Its young generation holds the few small objects of requests in flight. Without a limit that space
 * grows to the size of all code, for no less processor time (SPD-12). Half of it costs a third more processor time for a paid message. The
 * image and `npm start` set the same.
 */
export const smallYoungSpace = ["--max-semi-space-size=8"] as const;

/**
 * Variables of a process: freed blocks of a MiB or more go back to the system. By default glibc's allocator retains more after each such
 * block. After a few passwords it held 115 MiB for the 19 MiB of a hash (SPD-12). The image sets the same.
 */
export const returnedBlocks = { MALLOC_MMAP_THRESHOLD_: "1048576" } as const;
