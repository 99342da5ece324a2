/**
 * Collector of the faults of a text: the first hundred by line, and their total. A megabyte can have half a
 * million faults, and listing them all would take most of the parsing time.
 */
import type { MarkupFault } from './markup-rules.ts';

/** Maximum number of listed faults of a text. */
const MAX_FAULTS = 100;

export class FaultList {
  #faults: MarkupFault[] = [];
  #count = 0;

  /** Adds a fault, in any order; faults of one line keep the order of their addition. */
  add(fault: MarkupFault): void {
    this.#count += 1;
    this.#faults.push(fault);
    // Sorted occasionally rather than with every fault.
    if (this.#faults.length === 2 * MAX_FAULTS) this.#faults = this.firstFaults;
  }

  /** The first hundred, by line. */
  get firstFaults(): MarkupFault[] {
    return this.#faults.toSorted((a, b) => a.line - b.line).slice(0, MAX_FAULTS);
  }

  /** How many were added. */
  get count(): number {
    return this.#count;
  }
}
