/**
 * Loads what a page shows, and again when somebody signs in anew. Where the subject of the page is not found any
 * more, what was typed on the page is discarded.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../../shared/rest-client/api-error.ts';
import { signIns } from './session.ts';
import { discardInputOfPage } from './unsaved-input.ts';

export interface Loaded<T> {
  value: T | undefined;
  error: unknown;
  /** It takes longer than what a reader does not notice. */
  isSlow: boolean;
}

/** Of client errors: sign in again, too slow, retired address, too many. */
const PASSING = [401, 408, 410, 429];

/** Whether what was read may still be there: a later attempt may succeed, or the refusal is of a proxy. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.status >= 500 ||
  PASSING.includes(error.status) ||
  error.code === null;

/** What takes longer shows that it goes on. */
export const SLOW_MS = 300;

interface LoadOptions {
  /** Goes up where the same is read again. */
  reads?: number;
  /** Whether the page is about it: who may not read it any more keeps nothing that was typed there, which may have its words. */
  isSubject?: boolean;
}

/**
 * Loads a value, and again when one of its keys changes; what was loaded before stays until then, and after a failure
 * only where it is of the same keys.
 * @param keys what is read
 * @param load ends when its signal says so
 */
export function useLoaded<T>(
  load: (signal: AbortSignal) => Promise<T>,
  keys: readonly unknown[],
  { reads = 0, isSubject = false }: LoadOptions = {},
): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({ value: undefined, error: null, isSlow: false });
  // What was refused is loaded again by who signs in again; what is shown stays.
  const attempt = useRef(0);
  const shown = useRef<readonly unknown[] | null>(null);
  if (loaded.error) attempt.current = signIns.value;
  useEffect(() => {
    const end = new AbortController();
    const timer = setTimeout(() => setLoaded((before) => ({ ...before, isSlow: true })), SLOW_MS);
    load(end.signal)
      .then(
        (value) => {
          if (end.signal.aborted) return;
          shown.current = keys;
          setLoaded({ value, error: null, isSlow: false });
        },
        (error: unknown) => {
          if (end.signal.aborted) return;
          if (isSubject && error instanceof ApiError && error.is('NOT_FOUND')) discardInputOfPage();
          // Something may be typed on what is shown: it goes only when it is not there any more.
          const stays = mayPass(error) && keys.every((key, at) => Object.is(key, shown.current?.[at]));
          setLoaded(({ value }) => ({ value: stays ? value : undefined, error, isSlow: false }));
        },
      )
      .finally(() => clearTimeout(timer));
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, [...keys, reads, attempt.current]);
  return loaded;
}
