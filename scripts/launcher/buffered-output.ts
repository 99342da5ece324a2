/**
 * Output of a child process, printed line by line with its name. Until the process is ready it is buffered, up to 5 s
 * at a time, and the caller can drop it.
 */
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

const BUFFER_MS = 5000;

/**
 * Prints the lines of a process with its name. Those of its start are buffered, because a process
 * that rejects its configuration gives the reason in its last line, and the lines before only repeat it.
 */
export class BufferedOutput {
  readonly #name: string;
  readonly #flushTimer: NodeJS.Timeout;
  #buffer: string[] = [];
  #lastError = '';
  #isPassingThrough = false;

  constructor(name: string, { stdout, stderr }: ChildProcess) {
    this.#name = name;
    this.#flushTimer = setInterval(() => this.#flush(), BUFFER_MS);
    for (const stream of [stdout, stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        if (stream === stderr) this.#lastError = line;
        this.#buffer.push(line);
        if (this.#isPassingThrough) this.#flush();
      });
    }
  }

  /** The last line of stderr. */
  get lastError(): string {
    return this.#lastError;
  }

  /** Ends the buffering. */
  passThrough(): void {
    clearInterval(this.#flushTimer);
    this.#isPassingThrough = true;
    this.#flush();
  }

  /** Drops the buffered lines. */
  discard(): void {
    clearInterval(this.#flushTimer);
    this.#buffer = [];
  }

  #flush(): void {
    for (const line of this.#buffer.splice(0)) console.log(`[${this.#name}] ${line}`);
  }
}
