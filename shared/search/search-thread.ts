/**
 * Client of the worker thread that runs the search engine, and the types of its messages. Searching and
 * indexing do not block the event loop of the service.
 */
import { once } from 'node:events';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { ClusterSettings } from './cluster-settings.ts';
import type { SearchEngine } from './engine/search-engine.ts';
import { searchUnavailable } from './search-unavailable.ts';

interface EngineMethods
  extends Pick<
    SearchEngine,
    'index' | 'setCurrent' | 'removeCurrent' | 'retain' | 'release' | 'discard' | 'search'
  > {
  /** Only with the rows in a cluster, which other nodes use too: removes what nobody needs there. */
  tidy?(_: object): Promise<void>;
  /** Only there: whether another index is in use. */
  isReplaced?(_: object): Promise<boolean>;
  /** Only there: puts the index in the place of the one in use. @returns its number */
  activate?(_: object): Promise<number>;
}
type MethodName = keyof EngineMethods;
type Method<K extends MethodName> = NonNullable<EngineMethods[K]>;
type Params<K extends MethodName> = Parameters<Method<K>>[0];
type Result<K extends MethodName> = Awaited<ReturnType<Method<K>>>;
/** Answers a request of this name. */
export type RequestHandler<K extends MethodName> = (params: Params<K>) => Result<K> | Promise<Result<K>>;

/** The methods of the index that can be requested, by name. */
export type RequestHandlers = { [K in keyof EngineMethods]: RequestHandler<K> };

/** An engine that is open. */
export interface OpenEngine extends RequestHandlers {
  close(): void | Promise<void>;
}

/** A request, with the port for its response. */
export interface RequestMessage<K extends MethodName> {
  name: K;
  params: Params<K>;
  port: MessagePort;
}

/** The response to a request. */
export type ResponseMessage<K extends MethodName> =
  | { result: Result<K> }
  | { error: string; isUnavailable: boolean };

/** Data of the thread when it starts. */
export interface WorkerSettings {
  /** Folder of the word vectors. */
  modelFolder: string;
  /** For contents that nobody uses; default: that of the engine. */
  maxSpareBytes?: number | undefined;
  /** Where the rows are; null: in the memory of the thread. */
  cluster?: ClusterSettings | null;
  /** The number of an index to be built there next to the one in use; default: that one. */
  generation?: number | undefined;
}

export class SearchThread {
  readonly #start: () => Worker;
  #worker: Worker | null = null;
  readonly #end = new AbortController();

  /**
   * Starts with the first request: the thread takes 20 MB, and a new service has nothing to search.
   * @param worker the file of the thread, which calls `serveSearch`
   * @param onEnd called when the thread ends without `stop`
   */
  constructor(worker: URL, workerData: WorkerSettings, onEnd: (reason: Error) => void) {
    // Node 24 still calls node:sqlite a release candidate, in a line on stderr.
    const execArgv = ['--disable-warning=ExperimentalWarning'];
    const end = (reason: Error): void => {
      if (this.hasEnded) return;
      this.#end.abort(reason);
      onEnd(reason);
    };
    this.#start = () => {
      const thread = new Worker(worker, { workerData, execArgv });
      // The thread does not keep the process running.
      thread.unref();
      thread.on('error', end);
      thread.on('exit', (code) => end(new Error(`the search thread ended with ${code}`)));
      return thread;
    };
  }

  get hasEnded(): boolean {
    return this.#end.signal.aborted;
  }

  /** Calls a method of the engine. @throws Error when the thread has ended, or the method throws; SearchUnavailable */
  async request<K extends MethodName>(name: K, params: Params<K>): Promise<Result<K>> {
    const { signal } = this.#end;
    signal.throwIfAborted();
    const { port1: port, port2 } = new MessageChannel();
    try {
      const response = once(port, 'message', { signal });
      this.#worker ??= this.#start();
      this.#worker.postMessage({ name, params, port: port2 }, [port2]);
      const [message]: ResponseMessage<K>[] = await response;
      if (message && 'result' in message) return message.result;
      throw message?.isUnavailable ? searchUnavailable() : new Error(message?.error);
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      port.close();
    }
  }

  async stop(): Promise<void> {
    this.#end.abort(new Error('the search index is stopping'));
    await this.#worker?.terminate();
  }
}
