import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

const BUFFER_MS = 5000;

/**
 * What a process writes, line by line under its name. While it starts the lines are held back for some seconds, because one that
 * refuses its configuration says why in its last line, and what stands before it only tells the same in more words.
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

  /** The last line it wrote as an error. */
  get lastError(): string {
    return this.#lastError;
  }

  /** From now on nothing is held back. */
  passThrough(): void {
    clearInterval(this.#flushTimer);
    this.#isPassingThrough = true;
    this.#flush();
  }

  /** What is still held back is not told. */
  discard(): void {
    clearInterval(this.#flushTimer);
    this.#buffer = [];
  }

  #flush(): void {
    for (const line of this.#buffer.splice(0)) console.log(`[${this.#name}] ${line}`);
  }
}
