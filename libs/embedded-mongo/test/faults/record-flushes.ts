import fs from "node:fs";

/**
 * Loaded into a server: writes the flushed part of the log to FLUSHED_FILE after each fdatasync, as the salt and the number of frames. A
 * power failure could lose the part behind it, so the test cuts that off.
 */
const HEADER_BYTES = 32;
const FRAME_BYTES = 24 + 4096;
const { fdatasync } = fs;
const output = fs.openSync(process.env.FLUSHED_FILE ?? "", "w");
let salts = Buffer.alloc(8);
let frames = 0;

function countFrames(log: number): void {
  const found = Buffer.alloc(8);
  fs.readSync(log, found, 0, 8, 16);
  if (!found.equals(salts)) frames = 0;
  salts = Buffer.from(found);
  while (fs.readSync(log, found, 0, 8, HEADER_BYTES + frames * FRAME_BYTES + 8) === 8 && found.equals(salts)) frames++;
}

fs.fdatasync = ((log: number, done: fs.NoParamCallback) => {
  countFrames(log);
  const flushed = Buffer.from(`${salts.readUInt32BE(0)} ${frames}`.padEnd(32));
  fdatasync(log, (error) => {
    if (!error) fs.writeSync(output, flushed, 0, flushed.length, 0);
    done(error);
  });
}) as typeof fs.fdatasync;
