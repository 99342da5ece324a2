/** Loads what a page shows. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { signIns } from './session.ts';

export interface Loaded<T> {
  value: T | undefined;
  error: unknown;
  /** It takes longer than what a reader does not notice. */
  isSlow: boolean;
}

/** What takes longer shows that it goes on. */
export const SLOW_MS = 300;

/**
 * Loads a value, and again when one of its keys changes; what was loaded before stays until then.
 * @param load ends when its signal says so
 */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>, keys: readonly unknown[]): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({ value: undefined, error: null, isSlow: false });
  // What was refused is loaded again by who signs in again; what is shown stays.
  const attempt = useRef(0);
  if (loaded.error) attempt.current = signIns.value;
  useEffect(() => {
    const end = new AbortController();
    const timer = setTimeout(() => setLoaded((before) => ({ ...before, isSlow: true })), SLOW_MS);
    load(end.signal)
      .then(
        (value) => {
          if (!end.signal.aborted) setLoaded({ value, error: null, isSlow: false });
        },
        (error: unknown) => {
          if (!end.signal.aborted) setLoaded({ value: undefined, error, isSlow: false });
        },
      )
      .finally(() => clearTimeout(timer));
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, [...keys, attempt.current]);
  return loaded;
}
