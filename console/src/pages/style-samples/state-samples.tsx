/**
 * Samples for the page of styles: states in words and colours, what was done, and what is told of a customised copy.
 */
import { useState } from 'preact/hooks';
import { Status } from '../../elements/copy-status.tsx';
import { Done } from '../../elements/done.tsx';
import { Form } from '../../elements/form.tsx';
import { Pill } from '../../elements/pill.tsx';

const STATES = [
  'draft',
  'published',
  'held',
  'withdrawn',
  'undecided',
  'current',
  'added',
  'removed',
] as const;

const revision = (id: number, code: string) => ({ id, code });
const COPY = { id: 1, customized_from_revision_id: 1, last_seen_source_revision_id: null };
const SUMMARY = { conflicts: 1, autoResolved: 1, newElements: 1, removedElements: 0 };
const PLAN = {
  isCustomized: true,
  parent: { standard_id: 2, name: 'Doors of the company' },
  baseRevision: revision(1, '1.0.0'),
  toRevision: revision(2, '1.1.0'),
  summary: SUMMARY,
};

export function StateSamples() {
  const [isDone, setDone] = useState(false);
  return (
    <>
      <p class="facts">
        {STATES.map((state) => (
          <Pill key={state} state={state}>
            {state}
          </Pill>
        ))}
        <Pill>no colour</Pill>
      </p>
      <Status plan={PLAN} copy={COPY} mayMerge />
      <Status
        plan={{ ...PLAN, summary: { ...SUMMARY, conflicts: 0, autoResolved: 0, newElements: 0 } }}
        copy={COPY}
        mayMerge
      />
      <Status plan={PLAN} copy={{ ...COPY, last_seen_source_revision_id: 2 }} mayMerge />
      <Status plan={null} copy={COPY} mayMerge={false} />
      <button type="button" onClick={() => setDone(true)}>
        Do it
      </button>
      {isDone && <Done>Done. The focus is here now.</Done>}
      <Form
        action="Publish"
        idle="Nothing to publish: the draft says the same as revision 1.1.0."
        send={() => Promise.resolve()}
      />
    </>
  );
}
