/**
 * Proxy in front of MongoDB that counts the commands to one database that write or belong to a transaction,
 * and calls a crash function at any of them, before or after MongoDB executes it.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type ListenOptions, type Server, Socket } from 'node:net';
import { BSON } from 'mongodb';

const HEADER_BYTES = 16;
const OP_MSG = 2013;
/** Length of the header, the flags and the kind of the first section, before its document. */
const DOCUMENT_OFFSET = 21;

/** The step after which an operation has taken place. */
export const COMMIT = 'commitTransaction';

/** The command at which the process is crashed. */
interface CrashPoint {
  /** Counted from 1 among the commands that write or belong to a transaction; or the first commit. */
  step: number | 'commit';
  /** Whether MongoDB still executes the command; its response is lost. */
  isCarriedOut: boolean;
  crash: () => void;
}

export class CommandProxy {
  readonly #server: Server;
  readonly #target: URL;
  readonly #database: string;
  readonly #sockets = new Set<Socket>();
  #crashPoint: CrashPoint | null = null;
  #isStopped = false;
  /** The commands since `crashAt`, by name. */
  steps: string[] = [];

  private constructor(server: Server, target: URL, database: string) {
    this.#server = server;
    this.#target = target;
    this.#database = database;
  }

  /**
   * @param database the name of the one database whose commands count
   * @param listener where the process connects; default: a free port of this machine
   */
  static async start(
    mongodbUri: string,
    database: string,
    listener: ListenOptions = { port: 0, host: '127.0.0.1' },
  ): Promise<CommandProxy> {
    const server = createServer();
    const proxy = new CommandProxy(server, new URL(mongodbUri), database);
    server.on('connection', (client) => proxy.#connect(client));
    server.listen(listener);
    await once(server, 'listening');
    return proxy;
  }

  /** The URI for the process. It names only the proxy, so that the driver finds no way around it. */
  get uri(): string {
    const uri = new URL(this.#target);
    // `address()` is a string for a pipe only.
    uri.host = `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    uri.search = '';
    uri.searchParams.set('directConnection', 'true');
    return uri.href;
  }

  /** Arms the proxy; the commands are counted from here. */
  crashAt(point: CrashPoint): void {
    this.#crashPoint = point;
    this.#isStopped = false;
    this.steps = [];
  }

  /** Forwards everything again. */
  disarm(): void {
    this.#crashPoint = null;
    this.#isStopped = false;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #connect(client: Socket): void {
    const server = new Socket();
    server.connect(Number(this.#target.port), this.#target.hostname);
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    server.pipe(client);
    let received = Buffer.alloc(0);
    client.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      while (received.length >= HEADER_BYTES && received.length >= received.readInt32LE(0)) {
        const message = received.subarray(0, received.readInt32LE(0));
        received = received.subarray(message.length);
        this.#pass(message, server, client);
      }
    });
  }

  #pass(message: Buffer, server: Socket, client: Socket): void {
    if (this.#isStopped) return;
    const name = this.#crashPoint && stepName(message, this.#database);
    if (name) this.steps.push(name);
    const point = this.#crashPoint;
    const isReached = point?.step === 'commit' ? name === COMMIT : this.steps.length === point?.step;
    if (!name || !point || !isReached) {
      server.write(message);
      return;
    }
    // What the process sends from here on belongs to a process that is dead.
    this.#isStopped = true;
    if (!point.isCarriedOut) {
      point.crash();
      return;
    }
    server.unpipe(client);
    server.once('data', () => point.crash()).resume();
    server.write(message);
  }
}

const WRITES = new Set(['insert', 'update', 'delete', 'findAndModify']);

/** The name of a command that writes to the database or belongs to a transaction; else null. */
function stepName(message: Buffer, database: string): string | null {
  if (message.readInt32LE(12) !== OP_MSG) return null;
  const command = BSON.deserialize(message.subarray(DOCUMENT_OFFSET), {
    allowObjectSmallerThanBufferSize: true,
  });
  const [name = ''] = Object.keys(command);
  if (name === COMMIT) return name;
  if (command.$db !== database) return null;
  return WRITES.has(name) || command.autocommit === false ? `${name} ${command[name]}` : null;
}
