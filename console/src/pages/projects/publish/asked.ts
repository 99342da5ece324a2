/** What a publication asks for beside its form. */
import type { Holds } from './holds-choice.tsx';

export interface Asked {
  holds: Holds | null;
  /** The companies to choose from; null where none is asked for. */
  companies: readonly { id: number; name: string }[] | null;
}

export const NOTHING_ASKED: Asked = { holds: null, companies: null };
