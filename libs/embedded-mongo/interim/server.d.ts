export class MongoServer {
  constructor(options: {
    host?: string | undefined;
    port?: number | undefined;
    path?: string | undefined;
    fsync?: boolean | undefined;
    failPoints?: boolean | undefined;
  });
  readonly uri: string;
  start(): Promise<this>;
  stop(): Promise<void>;
}
