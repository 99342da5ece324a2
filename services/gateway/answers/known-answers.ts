/**
 * Large answers of reads as they were last sent from here, so that a sealed revision crosses the bus once (hardening A5). Kept by address
 * alone: the service is asked every time and judges the caller, and what is sent from here is what it would have answered, byte for byte.
 */
import { LRUCache } from 'lru-cache';
import type { EndpointSpec } from '../../../shared/contracts/endpoint.ts';
import { digestOf } from '../../../shared/kernel/bus/known-answer.ts';
import type { Config } from '../../../shared/kernel/config.ts';
import type { Rendered } from './answer.ts';

const KEPT_BYTES = 64 * 1024 * 1024;
/** Below this asking costs as much as answering. */
const WORTH_KEEPING_BYTES = 16 * 1024;

export interface Known extends Rendered {
  digest: string;
}

export class KnownAnswers {
  readonly #kept: LRUCache<string, Known> | null;

  /** In one process nothing crosses a bus. */
  constructor({ natsUrl }: Config) {
    this.#kept =
      natsUrl === null ? null : new LRUCache({ maxSize: KEPT_BYTES, sizeCalculation: ({ bytes }: Known) => bytes.length });
  }

  /** The last answer from this address. */
  find(spec: EndpointSpec, address: string): Known | null {
    return isKept(spec) ? (this.#kept?.get(address) ?? null) : null;
  }

  keep(spec: EndpointSpec, address: string, rendered: Rendered): void {
    if (!this.#kept || !isKept(spec) || rendered.bytes.length < WORTH_KEEPING_BYTES) return;
    this.#kept.set(address, { ...rendered, digest: rendered.digest ?? digestOf(rendered.bytes) });
  }
}

/** Reads of one resource. What discovery answers is finished here, with how the caller stands against its limit. */
const isKept = (spec: EndpointSpec): boolean => spec.etag !== undefined && spec.answer !== 'file' && spec.group !== 'discovery';
