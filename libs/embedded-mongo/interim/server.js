/** The wire: OP_MSG (and the legacy OP_QUERY handshake) over TCP; sessions, transactions, retryable writes, fail points. */ import net from "node:net";
import { deserialize, serialize } from "bson";
import { Commands } from "./commands.js";
import { Engine } from "./engine.js";
import { Journal } from "./journal.js";
import { Binary, isPlain, Long, MongoErr, toDouble } from "./values.js";

const OP_REPLY = 1,
  OP_QUERY = 2004,
  OP_MSG = 2013;
const RETRYABLE = new Set([11600, 11602, 10107, 13435, 13436, 189, 91, 7, 6, 89, 9001, 262, 134]);
const CODE_NAMES = {
  6: "HostUnreachable",
  7: "HostNotFound",
  11: "UserNotFound",
  24: "LockTimeout",
  43: "CursorNotFound",
  50: "MaxTimeMSExpired",
  64: "WriteConcernFailed",
  79: "UnknownReplWriteConcern",
  89: "NetworkTimeout",
  91: "ShutdownInProgress",
  100: "CannotSatisfyWriteConcern",
  112: "WriteConflict",
  134: "ReadConcernMajorityNotAvailableYet",
  189: "PrimarySteppedDown",
  202: "NetworkInterfaceExceededTimeLimit",
  211: "KeyNotFound",
  246: "SnapshotUnavailable",
  251: "NoSuchTransaction",
  262: "ExceededTimeLimit",
  391: "ReauthenticationRequired",
  462: "IngressRequestRateLimitExceeded",
  9001: "SocketException",
  10107: "NotWritablePrimary",
  11600: "InterruptedAtShutdown",
  11601: "Interrupted",
  11602: "InterruptedDueToReplStateChange",
  13435: "NotPrimaryNoSecondaryOk",
  13436: "NotPrimaryOrSecondary",
  13388: "StaleConfig",
  50778: "Location50778",
};
const TXN_OK = new Set([
  "find",
  "getMore",
  "aggregate",
  "distinct",
  "insert",
  "update",
  "delete",
  "findAndModify",
  "findandmodify",
  "commitTransaction",
  "abortTransaction",
  "killCursors",
  "create",
  "createIndexes",
  "count",
  "hello",
  "isMaster",
  "ping",
  "refreshSessions",
]);
const RETRY_WRITES = new Set(["insert", "update", "delete", "findAndModify", "findandmodify"]);
export class MongoServer {
  engine = new Engine();
  commands = new Commands(this.engine);
  server = null;
  sockets = new Set();
  conns = 0;
  replyId = 1;
  failPoints = new Map();
  timers = [];
  journal = null;
  opts;
  constructor(opts = {}) {
    this.opts = opts;
    this.commands.onWrite = () => (this.failPoints.size ? (this.take("onPrimaryTransactionalWrite")?.data ?? null) : null);
  }
  get uri() {
    return `mongodb://${this.commands.address}/?replicaSet=rs0`;
  }
  async start() {
    if (this.opts.path) {
      this.journal = new Journal(this.opts.path, this.engine, this.opts.fsync ?? false);
      this.journal.open();
    }
    this.server = net.createServer((s) => this.accept(s));
    this.server.maxConnections = 10000;
    await new Promise((ok, no) => {
      this.server.once("error", no);
      this.server.listen(this.opts.port ?? 0, this.opts.host ?? "127.0.0.1", ok);
    });
    const a = this.server.address();
    this.commands.address = `${a.address}:${a.port}`;
    const every = (ms, f) => {
      const t = setInterval(f, ms);
      t.unref();
      this.timers.push(t);
    };
    every(1000, () => this.commands.sweep());
    every((this.opts.ttlSeconds ?? 60) * 1000, () => this.commands.ttl());
    return this;
  }
  async stop() {
    for (const t of this.timers) clearInterval(t);
    for (const s of this.sockets) s.destroy();
    await new Promise((ok) => (this.server ? this.server.close(() => ok()) : ok()));
    this.journal?.close();
  }
  accept(sock) {
    sock.setNoDelay(true);
    this.sockets.add(sock);
    const conn = {
      id: ++this.conns,
      meta: {},
      cursors: new Set(),
    };
    let parts = [],
      have = 0,
      need = 4;
    let queue = Promise.resolve(),
      depth = 0;
    sock.on("close", () => this.sockets.delete(sock));
    sock.on("error", () => sock.destroy());
    sock.on("data", (chunk) => {
      parts.push(chunk);
      have += chunk.length;
      while (have >= need) {
        let buf = parts.length === 1 ? parts[0] : Buffer.concat(parts, have);
        const len = buf.readInt32LE(0);
        if (len < 16 || len > 48000000 + 16384) {
          sock.destroy();
          return;
        }
        if (buf.length < len) {
          parts = [buf];
          need = len;
          break;
        }
        const msg = buf.subarray(0, len);
        buf = buf.subarray(len);
        parts = buf.length ? [buf] : [];
        have = buf.length;
        need = 4;
        // the common case is one message in flight: answer it without a promise queue
        depth++;
        const job = () =>
          this.message(sock, conn, msg)
            .catch((e) => {
              this.opts.debug?.(`internal: ${e?.stack}`);
              sock.destroy();
            })
            .finally(() => {
              depth--;
            });
        queue = depth === 1 ? job() : queue.then(job);
      }
    });
  }
  async message(sock, conn, msg) {
    const reqId = msg.readInt32LE(4),
      op = msg.readInt32LE(12);
    if (op === OP_QUERY) {
      let p = 20;
      const end = msg.indexOf(0, p),
        ns = msg.toString("utf8", p, end);
      p = end + 1 + 8;
      const q = deserialize(msg.subarray(p, p + msg.readInt32LE(p)), {
        promoteLongs: false,
      });
      const body = q.$query ?? q;
      const reply = await this.dispatch(sock, conn, ns.split(".")[0], body, new Map());
      if (reply === null) return;
      const doc = serialize(strip(reply));
      const head = Buffer.alloc(36);
      head.writeInt32LE(36 + doc.length, 0);
      head.writeInt32LE(this.replyId++, 4);
      head.writeInt32LE(reqId, 8);
      head.writeInt32LE(OP_REPLY, 12);
      head.writeInt32LE(8, 16);
      head.writeInt32LE(1, 32);
      sock.write(Buffer.concat([head, doc]));
      return;
    }
    if (op !== OP_MSG) {
      sock.destroy();
      return;
    }
    const flags = msg.readUInt32LE(16);
    let p = 20,
      body = {};
    const end = flags & 1 ? msg.length - 4 : msg.length,
      raws = new Map();
    while (p < end) {
      const kind = msg[p++],
        size = msg.readInt32LE(p);
      if (kind === 0) {
        body = deserialize(takeArray(msg.subarray(p, p + size), "insert", "documents", raws), {
          promoteLongs: false,
          promoteBuffers: false,
          bsonRegExp: true,
        });
        p += size;
      } else if (kind === 1) {
        const stop = p + size;
        const z = msg.indexOf(0, p + 4),
          id = msg.toString("utf8", p + 4, z),
          list = [];
        let q = z + 1;
        while (q < stop) {
          const n = msg.readInt32LE(q);
          list.push(Buffer.from(msg.subarray(q, q + n)));
          q += n;
        }
        raws.set(id, list);
        p = stop;
      } else {
        sock.destroy();
        return;
      }
    }
    const reply = await this.dispatch(sock, conn, body.$db ?? "test", body, raws);
    this.journal?.flush(); // acknowledged means: handed to the operating system (with fsync: on disk)
    if (reply === null || flags & 2) return; // connection closed by a fail point, or moreToCome: no answer wanted
    const doc = encodeReply(reply);
    const head = Buffer.alloc(21);
    head.writeInt32LE(21 + doc.length, 0);
    head.writeInt32LE(this.replyId++, 4);
    head.writeInt32LE(reqId, 8);
    head.writeInt32LE(OP_MSG, 12);
    sock.cork();
    sock.write(head);
    sock.write(doc);
    sock.uncork();
  }
  async dispatch(sock, conn, db, body, raws) {
    const name = Object.keys(body)[0] ?? "";
    const c = {
      db,
      name,
      body,
      raws,
      conn,
      session: null,
      txn: null,
      deadline: Infinity,
      retried: [],
    };
    const inTxn = body.autocommit === false;
    let reply;
    let fp = null;
    try {
      if (name === "configureFailPoint") return this.finish(this.configure(body), c);
      fp = this.match(c);
      if (fp) {
        const d = fp.data;
        if (d.blockConnection) await new Promise((r) => setTimeout(r, toDouble(d.blockTimeMS ?? 0)));
        if (d.closeConnection) {
          sock.destroy();
          return null;
        }
        if (d.errorCode !== undefined) {
          const code = toDouble(d.errorCode);
          throw new MongoErr(code, CODE_NAMES[code] ?? `Location${code}`, `Failing command via 'failCommand' failpoint`, {
            errorLabels: d.errorLabels,
            failpoint: true,
            ...(d.errorExtraInfo ?? {}),
          });
        }
      }
      const maxTime = body.maxTimeMS !== undefined && name !== "getMore" ? toDouble(body.maxTimeMS) : 0;
      if (maxTime > 0) c.deadline = Date.now() + maxTime;
      checkConcerns(c, inTxn);
      reply = await this.exec(c, inTxn);
    } catch (e) {
      if (!(e instanceof MongoErr)) {
        this.opts.debug?.(`${name}: ${e?.stack}`);
        e = new MongoErr(1, "InternalError", String(e?.message ?? e));
      }
      if (e.extra.drop) {
        sock.destroy();
        return null;
      }
      reply = {
        ok: 0,
        errmsg: e.message,
        code: e.code,
        codeName: e.codeName,
      };
      for (const k of Object.keys(e.extra)) if (!["errorLabels", "failpoint"].includes(k)) reply[k] = e.extra[k];
      const labels = e.extra.errorLabels ?? this.labels(c, e.code, inTxn, false);
      if (labels.length) reply.errorLabels = labels;
      // any error but one from a fail point before execution ends the transaction
      if (inTxn && c.txn && name !== "commitTransaction" && !(e.extra.failpoint && !labels.includes("TransientTransactionError")))
        this.abortTxn(c.session);
    }
    const wce = reply.ok !== 0 ? concernError(body) : null;
    if (wce) reply.writeConcernError = wce;
    if (fp?.data.writeConcernError && reply.ok !== 0) {
      reply.writeConcernError = fp.data.writeConcernError;
      const labels = fp.data.errorLabels ?? this.labels(c, toDouble(fp.data.writeConcernError.code ?? 0), inTxn, true);
      if (labels.length) reply.errorLabels = labels;
    }
    return this.finish(reply, c);
  }
  finish(reply, c) {
    if (reply.ok === undefined) reply.ok = 1;
    const ts = this.engine.timestamp();
    reply.$clusterTime = {
      clusterTime: ts,
      signature: {
        hash: ZERO_HASH,
        keyId: Long.ZERO,
      },
    };
    reply.operationTime = ts;
    void c;
    return reply;
  }
  labels(c, code, inTxn, wce) {
    const out = [],
      commit = c.name === "commitTransaction" || c.name === "abortTransaction";
    if (
      inTxn &&
      !wce &&
      (code === 112 ||
        code === 246 ||
        code === 267 ||
        code === 24 ||
        code === 251 ||
        (RETRYABLE.has(code) && c.name !== "commitTransaction"))
    ) {
      if (!(c.name === "commitTransaction" && RETRYABLE.has(code))) out.push("TransientTransactionError");
    }
    const retryable = RETRYABLE.has(code) && code !== 134 && c.body.txnNumber !== undefined && (!inTxn || commit);
    if (retryable) out.push("RetryableWriteError");
    return out;
  }
  abortTxn(s) {
    s.txn?.abort();
    s.txn = null;
    s.txnDone = "aborted";
  }
  /** Snapshot reads outside a transaction: a pinned snapshot, found again by its timestamp, kept for five minutes. */ pins = new Map();
  pin(c) {
    const t = c.body.readConcern.atClusterTime;
    if (t) {
      const p = this.pins.get(t.toString());
      if (!p || p.state !== "active")
        throw new MongoErr(239, "SnapshotTooOld", "Read timestamp is older than the oldest available timestamp");
      c.txn = p;
      c.at = t;
      return;
    }
    const ts = this.engine.timestamp(),
      p = this.engine.begin(),
      k = ts.toString();
    this.pins.set(k, p);
    setTimeout(() => {
      p.abort();
      this.pins.delete(k);
    }, 300_000).unref();
    c.txn = p;
    c.at = ts;
  }
  async exec(c, inTxn) {
    if (!inTxn && c.body.readConcern?.level === "snapshot") this.pin(c);
    const { body, name } = c;
    if (!SESSIONLESS.has(name)) c.session = this.commands.session(body.lsid);
    const txnNumber =
      body.txnNumber === undefined ? undefined : Long.isLong(body.txnNumber) ? body.txnNumber.toBigInt() : BigInt(toDouble(body.txnNumber));
    const s = c.session;
    if (body.startTransaction !== undefined && !inTxn)
      throw new MongoErr(50768, "InvalidOptions", "'startTransaction' field requires 'autocommit' field to also be specified");
    if (inTxn) {
      if (txnNumber === undefined || !s)
        throw new MongoErr(72, "InvalidOptions", "'autocommit' field requires a transaction number to also be specified");
      if (body.startTransaction === true) {
        if (txnNumber < s.txnNumber)
          throw new MongoErr(
            225,
            "TransactionTooOld",
            `Cannot start transaction ${txnNumber} on session because a newer transaction ${s.txnNumber} has already started`,
          );
        if (txnNumber === s.txnNumber && s.txn)
          throw new MongoErr(
            251,
            "NoSuchTransaction",
            `Cannot start a transaction at given transaction number ${txnNumber}; a transaction with the same number is already in progress`,
          );
        if (!TXN_OK.has(name) || name === "commitTransaction" || name === "abortTransaction")
          throw new MongoErr(263, "OperationNotSupportedInTransaction", `Cannot run '${name}' in a multi-document transaction.`);
        if (["admin", "config", "local"].includes(c.db))
          throw new MongoErr(
            263,
            "OperationNotSupportedInTransaction",
            `Cannot run command against the '${c.db}' database in a transaction.`,
          );
        s.txn?.abort();
        s.txnNumber = txnNumber;
        s.txn = this.engine.begin();
        s.txnDone = null;
        s.stmts.clear();
      } else if (txnNumber < s.txnNumber)
        throw new MongoErr(225, "TransactionTooOld", `Cannot continue transaction ${txnNumber}: a newer one has started`);
      else if (txnNumber > s.txnNumber || (!s.txn && !(name === "commitTransaction" && s.txnDone === "committed"))) {
        if (name === "abortTransaction" && s.txnDone === "committed" && txnNumber === s.txnNumber)
          throw new MongoErr(256, "TransactionCommitted", `Transaction with { txnNumber: ${txnNumber} } has been committed.`);
        throw new MongoErr(
          251,
          "NoSuchTransaction",
          txnNumber === s.txnNumber && s.txnDone === "aborted"
            ? `Transaction with { txnNumber: ${txnNumber} } has been aborted.`
            : `Given transaction number ${txnNumber} does not match any in-progress transactions. The active transaction number is ${s.txnNumber}`,
        );
      }
      c.txn = s.txn;
      if (name === "commitTransaction") {
        if (s.txn) {
          s.txn.commit();
          s.txn = null;
          s.txnDone = "committed";
        }
        return {};
      }
      if (name === "abortTransaction") {
        this.abortTxn(s);
        return {};
      }
      if (!TXN_OK.has(name))
        throw new MongoErr(263, "OperationNotSupportedInTransaction", `Cannot run '${name}' in a multi-document transaction.`);
      const r = await this.commands.run(c);
      if (r.writeErrors) this.abortTxn(s); // as on the server, a failed statement ends the transaction
      return r;
    }
    if (name === "commitTransaction" || name === "abortTransaction")
      throw new MongoErr(72, "InvalidOptions", `${name} must be run within a transaction`);
    if (txnNumber !== undefined) {
      if (!s) throw new MongoErr(72, "InvalidOptions", "Transaction number requires a session ID to also be specified");
      if (RETRY_WRITES.has(name)) {
        if (txnNumber < s.txnNumber)
          throw new MongoErr(
            225,
            "TransactionTooOld",
            `Retryable write with txnNumber ${txnNumber} is prohibited on session because a newer retryable write with txnNumber ${s.txnNumber} has already started on this session.`,
          );
        if (txnNumber > s.txnNumber) {
          s.txn?.abort();
          s.txn = null;
          s.txnDone = null;
          s.txnNumber = txnNumber;
          s.stmts.clear();
        }
        const r = await this.commands.run(c);
        return c.retried.length
          ? {
              ...r,
              retriedStmtIds: c.retried,
            }
          : r;
      }
    }
    return this.commands.run(c);
  }
  // ---- fail points -------------------------------------------------------------------------------------------------------
  configure(b) {
    if (this.opts.failPoints === false) throw new MongoErr(59, "CommandNotFound", "no such command: 'configureFailPoint'");
    const name = String(b.configureFailPoint);
    if (!["failCommand", "onPrimaryTransactionalWrite", "failGetMoreAfterCursorCheckout"].includes(name))
      throw new MongoErr(2, "BadValue", `fail point '${name}' is not supported by this server`);
    if (b.mode === "off") {
      const f = this.failPoints.get(name);
      this.failPoints.delete(name);
      return {
        count: f ? 1 : 0,
      };
    }
    const m = b.mode;
    this.failPoints.set(name, {
      mode: m,
      data: b.data ?? {},
      left: isPlain(m) && m.times !== undefined ? toDouble(m.times) : Infinity,
      skip: isPlain(m) && m.skip !== undefined ? toDouble(m.skip) : 0,
    });
    return {
      count: 0,
    };
  }
  match(c) {
    if (!this.failPoints.size) return null;
    const f = this.failPoints.get("failCommand");
    if (!f) return null;
    const cmds = f.data.failCommands ?? [];
    const names = [c.name, c.name === "findandmodify" ? "findAndModify" : c.name, c.name === "ismaster" ? "isMaster" : c.name];
    if (!cmds.some((x) => names.includes(x))) return null;
    if (f.data.appName !== undefined && f.data.appName !== (c.body.client ?? c.conn.meta)?.application?.name) return null;
    if (f.data.namespace !== undefined && f.data.namespace !== `${c.db}.${c.body[c.name]}`) return null;
    return this.take("failCommand");
  }
  take(name) {
    const f = this.failPoints.get(name);
    if (!f) return null;
    if (f.skip > 0) {
      f.skip--;
      return null;
    }
    if (f.left <= 0) {
      this.failPoints.delete(name);
      return null;
    }
    f.left--;
    if (f.left === 0) this.failPoints.delete(name);
    return f;
  }
}
const ZERO_HASH = new Binary(Buffer.alloc(20), 0);
const SESSIONLESS = new Set(["hello", "isMaster", "ismaster", "buildInfo", "buildinfo", "saslStart", "endSessions", "getLog"]);
function checkConcerns(c, inTxn) {
  const b = c.body;
  const rc = b.readConcern;
  if (isPlain(rc) && rc.level !== undefined) {
    if (!["local", "majority", "linearizable", "available", "snapshot"].includes(rc.level))
      throw new MongoErr(
        9,
        "FailedToParse",
        `readConcern.level must be either 'local', 'majority', 'linearizable', 'available', or 'snapshot'`,
      );
    if (rc.level === "snapshot" && !inTxn && !["find", "aggregate", "distinct"].includes(c.name))
      throw new MongoErr(72, "InvalidOptions", `Command ${c.name} does not support { readConcern: { level: "snapshot" } }`);
    if (inTxn && (rc.level === "linearizable" || rc.level === "available"))
      throw new MongoErr(
        72,
        "InvalidOptions",
        "The readConcern level must be either 'local' (default), 'majority' or 'snapshot' in order to run in a transaction",
      );
  }
  const wc = b.writeConcern;
  if (isPlain(wc)) {
    if (inTxn && c.name !== "commitTransaction" && c.name !== "abortTransaction")
      throw new MongoErr(72, "InvalidOptions", "writeConcern is not allowed within a multi-statement transaction");
  }
}
/** A write concern that one node cannot satisfy: the write is done, the reply says so. */ function concernError(b) {
  const wc = b.writeConcern;
  if (!isPlain(wc) || wc.w === undefined) return null;
  if (typeof wc.w !== "string" && isNumLike(wc.w) && toDouble(wc.w) > 1)
    return {
      code: 100,
      codeName: "UnsatisfiableWriteConcern",
      errmsg: "UnsatisfiableWriteConcern: Not enough data-bearing nodes",
      errInfo: {
        writeConcern: wc,
      },
    };
  if (typeof wc.w === "string" && wc.w !== "majority")
    return {
      code: 79,
      codeName: "UnknownReplWriteConcern",
      errmsg: `UnknownReplWriteConcern: No write concern mode named '${wc.w}' found in replica set configuration`,
      errInfo: {
        writeConcern: wc,
      },
    };
  return null;
}
const isNumLike = (v) => typeof v === "number" || v?._bsontype === "Long";
const strip = (r) => r;
/** Reply with stored documents spliced in as bytes. */ export function encodeReply(r) {
  const x = r.__raw;
  if (!x)
    return Buffer.from(
      serialize(r, {
        ignoreUndefined: true,
      }),
    );
  const { __raw, ...rest } = r;
  void __raw;
  const tail = serialize(rest, {
    ignoreUndefined: true,
  }); // int32 len, elements, 0
  const n = x.docs.length;
  let arr = 4 + 1;
  for (let i = 0; i < n; i++) arr += 1 + digits(i) + 1 + x.docs[i].length;
  const nsLen = Buffer.byteLength(x.ns);
  const curLen = 4 + (1 + x.batch.length + 1 + arr) + (1 + 3 + 8) + (1 + 3 + 4 + nsLen + 1) + (x.at ? 1 + 14 + 8 : 0) + 1;
  const total = 4 + (1 + 7 + curLen) + (tail.length - 5) + 1;
  const b = Buffer.allocUnsafe(total);
  let p = b.writeInt32LE(total, 0);
  b[p++] = 3;
  p += b.write("cursor\0", p, "latin1");
  p = b.writeInt32LE(curLen, p);
  b[p++] = 4;
  p += b.write(x.batch + "\0", p, "latin1");
  p = b.writeInt32LE(arr, p);
  for (let i = 0; i < n; i++) {
    b[p++] = 3;
    p += b.write(i + "\0", p, "latin1");
    p += x.docs[i].copy(b, p);
  }
  b[p++] = 0;
  b[p++] = 0x12;
  p += b.write("id\0", p, "latin1");
  p = b.writeInt32LE(x.id.low, p);
  p = b.writeInt32LE(x.id.high, p);
  b[p++] = 2;
  p += b.write("ns\0", p, "latin1");
  p = b.writeInt32LE(nsLen + 1, p);
  p += b.write(x.ns, p, "utf8");
  b[p++] = 0;
  if (x.at) {
    b[p++] = 0x11;
    p += b.write("atClusterTime\0", p, "latin1");
    p = b.writeInt32LE(x.at.low, p);
    p = b.writeInt32LE(x.at.high, p);
  }
  b[p++] = 0;
  p += Buffer.from(tail.buffer, tail.byteOffset + 4, tail.length - 5).copy(b, p);
  b[p++] = 0;
  return b;
}
/** Size of a BSON value at p, by its type. */ function sizeAt(b, type, p) {
  switch (type) {
    case 0x01:
    case 0x09:
    case 0x11:
    case 0x12:
      return 8;
    case 0x02:
    case 0x0d:
    case 0x0e:
      return 4 + b.readInt32LE(p);
    case 0x03:
    case 0x04:
    case 0x0f:
      return b.readInt32LE(p);
    case 0x05:
      return 5 + b.readInt32LE(p);
    case 0x06:
    case 0x0a:
    case 0x7f:
    case 0xff:
      return 0;
    case 0x07:
      return 12;
    case 0x08:
      return 1;
    case 0x0b: {
      const e = b.indexOf(0, p);
      return b.indexOf(0, e + 1) + 1 - p;
    }
    case 0x0c:
      return 4 + b.readInt32LE(p) + 12;
    case 0x10:
      return 4;
    case 0x13:
      return 16;
  }
  throw new Error("bad BSON type " + type);
}
/** Cuts the documents of an insert out of its body, so that they are stored byte for byte as sent. */ function takeArray(
  body,
  cmd,
  field,
  raws,
) {
  let p = 4;
  for (let first = true; body[p] !== 0; first = false) {
    const start = p,
      type = body[p++],
      z = body.indexOf(0, p),
      name = body.toString("latin1", p, z);
    if (first && name !== cmd) return body;
    p = z + 1;
    const n = sizeAt(body, type, p);
    if (name === field && type === 4) {
      const list = [];
      for (let q = p + 4; body[q] !== 0; ) {
        const t = body[q++],
          e = body.indexOf(0, q);
        q = e + 1;
        const size = sizeAt(body, t, q);
        if (t !== 3) return body;
        list.push(Buffer.from(body.subarray(q, q + size)));
        q += size;
      }
      raws.set(field, list);
      const out = Buffer.concat([body.subarray(0, start), body.subarray(p + n)]);
      out.writeInt32LE(out.length, 0);
      return out;
    }
    p += n;
  }
  return body;
}
const digits = (i) => (i < 10 ? 1 : i < 100 ? 2 : i < 1000 ? 3 : i < 10000 ? 4 : i < 100000 ? 5 : i < 1000000 ? 6 : 7);
