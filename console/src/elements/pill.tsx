/** A word about the state of something, in the colour of that state: what is in work, in force, under a notice, or gone. */
import type { ComponentChildren } from 'preact';

type Tone = 'work' | 'force' | 'look' | 'gone';

/** The states of all that has one, in the words of the service and of the pages. */
const TONES: Readonly<Record<string, Tone>> = {
  draft: 'work',
  proposed: 'work',
  open: 'work',
  changed: 'work',
  moved: 'work',
  added: 'force',
  published: 'force',
  current: 'force',
  adopted: 'force',
  approved: 'force',
  active: 'force',
  resolved: 'force',
  decided: 'force',
  accepted: 'force',
  accepted_as_noted: 'force',
  answered: 'force',
  acknowledged: 'force',
  behind: 'look',
  held: 'look',
  pending: 'look',
  review: 'look',
  undecided: 'look',
  wrong: 'look',
  revise_resubmit: 'look',
  counter: 'look',
  disputed: 'look',
  removed: 'gone',
  deleted: 'gone',
  deprecated: 'gone',
  withdrawn: 'gone',
  revoked: 'gone',
  rejected: 'gone',
  declined: 'gone',
  suspended: 'gone',
};

interface PillProps {
  /** Its state; others than these, and none, have no colour. */
  state?: string | undefined;
  children: ComponentChildren;
}

export function Pill({ state = '', children }: PillProps) {
  const tone = Object.hasOwn(TONES, state) ? TONES[state] : undefined;
  return (
    <span class={tone === undefined ? 'tag' : `tag ${tone}`} dir="auto">
      {children}
    </span>
  );
}
