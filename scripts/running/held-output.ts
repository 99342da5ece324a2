import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

const HOLD_MS = 5000;

/**
 * What a process writes, line by line under its name. While it starts the lines are held back for some seconds, because one that
 * refuses its configuration says why in its last line, and what stands before it only tells the same in more words.
 */
export class HeldOutput {
  readonly #name: string;
  readonly #telling: NodeJS.Timeout;
  #held: string[] = [];
  #lastError = '';
  #passes = false;

  constructor(name: string, { stdout, stderr }: ChildProcess) {
    this.#name = name;
    this.#telling = setInterval(() => this.#tell(), HOLD_MS);
    for (const stream of [stdout, stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        if (stream === stderr) this.#lastError = line;
        this.#held.push(line);
        if (this.#passes) this.#tell();
      });
    }
  }

  /** The last line it wrote as an error. */
  get lastError(): string {
    return this.#lastError;
  }

  /** From now on nothing is held back. */
  pass(): void {
    clearInterval(this.#telling);
    this.#passes = true;
    this.#tell();
  }

  /** What is still held back is not told. */
  drop(): void {
    clearInterval(this.#telling);
    this.#held = [];
  }

  #tell(): void {
    for (const line of this.#held.splice(0)) console.log(`[${this.#name}] ${line}`);
  }
}
