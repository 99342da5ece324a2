/**
 * Output of a child process, printed line by line with its name. Until the process is ready, each line is buffered for
 * up to 5 s, and the caller can drop it.
 */
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A line stays in the buffer for one to two of these. */
const INTERVAL_MS = 2500;

/**
 * Prints the lines of a process with its name. Those of its start are buffered, because a process
 * that rejects its configuration gives the reason in its last line, and the lines before only repeat it.
 */
export class BufferedOutput {
  readonly #name: string;
  readonly #flushTimer: NodeJS.Timeout;
  #buffer: string[] = [];
  /** How many buffered lines have stayed for an interval. */
  #due = 0;
  #lastError = '';
  #isPassingThrough = false;

  constructor(name: string, { stdout, stderr }: Pick<ChildProcess, 'stdout' | 'stderr'>) {
    this.#name = name;
    this.#flushTimer = setInterval(() => this.#flushDue(), INTERVAL_MS);
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

  /** Not the newest lines: the process may be about to end for the reason that they give. */
  #flushDue(): void {
    this.#flush(this.#due);
    this.#due = this.#buffer.length;
  }

  #flush(lines = this.#buffer.length): void {
    for (const line of this.#buffer.splice(0, lines)) console.log(`[${this.#name}] ${line}`);
  }
}
