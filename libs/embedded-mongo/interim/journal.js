/** Optional persistence: an append-only journal of BSON records [len][crc32][{t: ops}], replayed at start, rewritten when it has grown past the live data. */ import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { deserialize, serialize } from "bson";
import { decode, encode } from "./engine.js";
import { keyOf } from "./values.js";

const crc =
  zlib.crc32 ??
  ((b) => {
    let c = ~0;
    for (let i = 0; i < b.length; i++) {
      c ^= b[i];
      for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
    }
    return ~c >>> 0;
  });
export class Journal {
  fd = -1;
  pending = [];
  timer = null;
  bytes = 0;
  dir;
  engine;
  fsync;
  constructor(dir, engine, fsync) {
    this.dir = dir;
    this.engine = engine;
    this.fsync = fsync;
  }
  get file() {
    return path.join(this.dir, "journal.bson");
  }
  open() {
    fs.mkdirSync(this.dir, {
      recursive: true,
    });
    let good = 0;
    if (fs.existsSync(this.file)) good = this.replay(fs.readFileSync(this.file));
    this.fd = fs.openSync(this.file, "a");
    if (good < fs.fstatSync(this.fd).size) {
      fs.closeSync(this.fd);
      fs.truncateSync(this.file, good);
      this.fd = fs.openSync(this.file, "a");
    } // a torn last record
    this.bytes = good;
    this.engine.journaling = true;
    this.engine.log = (ops) => this.append(ops);
    if (this.bytes > 1 << 20 && this.bytes > 4 * this.live()) this.compact();
  }
  live() {
    let n = 0;
    for (const d of this.engine.dbs.values())
      for (const c of d.values()) for (const r of c.records.values()) n += (r.raw ??= encode(r.doc)).length;
    return n;
  }
  frame(ops) {
    const body = serialize(
      {
        t: ops,
      },
      {
        ignoreUndefined: true,
      },
    );
    const b = Buffer.allocUnsafe(8 + body.length);
    b.writeUInt32LE(body.length, 0);
    b.writeUInt32LE(crc(body), 4);
    b.set(body, 8);
    return b;
  }
  append(ops) {
    if (!ops.length) return;
    // written at the latest before the reply leaves (server.ts), or at the end of this turn
    this.pending.push(this.frame(ops));
    this.timer ??= setImmediate(() => this.flush());
  }
  flush() {
    if (this.timer) {
      clearImmediate(this.timer);
      this.timer = null;
    }
    if (!this.pending.length || this.fd < 0) return;
    const b = this.pending.length === 1 ? this.pending[0] : Buffer.concat(this.pending);
    this.pending = [];
    fs.writeSync(this.fd, b);
    this.bytes += b.length;
    if (this.fsync) fs.fdatasyncSync(this.fd);
  }
  replay(buf) {
    let p = 0;
    const e = this.engine;
    while (p + 8 <= buf.length) {
      const n = buf.readUInt32LE(p);
      if (p + 8 + n > buf.length) break;
      const body = buf.subarray(p + 8, p + 8 + n);
      if (crc(body) !== buf.readUInt32LE(p + 4)) break;
      for (const op of deserialize(body, {
        promoteLongs: false,
        promoteBuffers: false,
        bsonRegExp: true,
      }).t) {
        const i = op.ns ? op.ns.indexOf(".") : 0,
          db = op.db ?? op.ns.slice(0, i),
          name = op.c ?? op.ns.slice(i + 1);
        switch (op.o) {
          case "cc":
            e.createColl(db, name, op.options);
            break;
          case "dc":
            e.dropColl(db, name);
            break;
          case "cm":
            e.ensure(db, name).setOptions(op.options);
            break;
          case "ci":
            e.ensure(db, name).createIndex(op.spec);
            break;
          case "di": {
            const c = e.ensure(db, name);
            c.indexes = c.indexes.filter((x) => x.spec.name !== op.name);
            break;
          }
          case "i": {
            const raw = bytes(op.d);
            const c = e.ensure(db, name),
              rid = e.nextRid++;
            c.applyWrite(
              {
                coll: c,
                rid,
                before: null,
                after: decode(raw),
                raw,
              },
              ++e.clock,
              [],
            );
            break;
          }
          case "u":
          case "d": {
            const c = e.ensure(db, name),
              rid = c.indexes[0].uniq.get(keyOf(op.id));
            if (rid === undefined) break;
            const raw = op.o === "u" ? bytes(op.d) : null;
            c.applyWrite(
              {
                coll: c,
                rid,
                before: c.records.get(rid),
                after: raw ? decode(raw) : null,
                raw,
              },
              ++e.clock,
              [],
            );
          }
        }
      }
      p += 8 + n;
    }
    return p;
  }
  compact() {
    this.flush();
    const tmp = this.file + ".new",
      fd = fs.openSync(tmp, "w");
    let n = 0;
    const put = (ops) => {
      const b = this.frame(ops);
      fs.writeSync(fd, b);
      n += b.length;
    };
    for (const [db, d] of this.engine.dbs)
      for (const c of d.values()) {
        put([
          {
            o: "cc",
            ns: c.ns,
            db,
            c: c.name,
            options: c.options,
          },
        ]);
        for (const ix of c.indexes.slice(1))
          put([
            {
              o: "ci",
              db,
              c: c.name,
              spec: ix.spec,
            },
          ]);
        let batch = [];
        for (const r of c.records.values()) {
          batch.push({
            o: "i",
            ns: c.ns,
            d: (r.raw ??= encode(r.doc)),
          });
          if (batch.length === 500) {
            put(batch);
            batch = [];
          }
        }
        if (batch.length) put(batch);
      }
    fs.fdatasyncSync(fd);
    fs.closeSync(fd);
    fs.closeSync(this.fd);
    fs.renameSync(tmp, this.file);
    this.fd = fs.openSync(this.file, "a");
    this.bytes = n;
  }
  close() {
    if (this.timer) clearImmediate(this.timer);
    this.flush();
    if (this.fd >= 0) {
      fs.fdatasyncSync(this.fd);
      fs.closeSync(this.fd);
    }
    this.fd = -1;
  }
}
const bytes = (b) => Buffer.from(b.buffer.subarray(0, b.position ?? b.length()));
