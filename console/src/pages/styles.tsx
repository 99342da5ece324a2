/** Every element of the console in every state, for who changes its looks. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ActionButton } from '../elements/action-button.tsx';
import { Actions } from '../elements/actions.tsx';
import { Check } from '../elements/check.tsx';
import { Choice, TextArea } from '../elements/choices.tsx';
import { ClauseList, type ShownClause } from '../elements/clause-list.tsx';
import { Days } from '../elements/days.tsx';
import type { Decision } from '../elements/decided.ts';
import { DecisionView } from '../elements/decision.tsx';
import { Dialog } from '../elements/dialog.tsx';
import { Excerpt } from '../elements/excerpt.tsx';
import { FieldChange } from '../elements/field-change.tsx';
import { Fold } from '../elements/fold.tsx';
import { Field, Form } from '../elements/form.tsx';
import { ModerationForm } from '../elements/moderation-form.tsx';
import { PageTitle } from '../elements/page-title.tsx';
import { Paging } from '../elements/paging.tsx';
import { Pill } from '../elements/pill.tsx';
import { Problem } from '../elements/problem.tsx';
import { Tabs } from '../elements/tabs.tsx';
import { EditingSamples } from './style-samples/editing-samples.tsx';
import { ProjectSamples } from './style-samples/project-samples.tsx';
import { SAMPLE_FIELD } from './style-samples/sample-field.ts';
import { StateSamples } from './style-samples/state-samples.tsx';

const clause = (address: string, more: Partial<ShownClause>): ShownClause => ({
  address,
  depth: address.split('.').length,
  toc_content: '',
  content: '',
  attributes: {},
  ...more,
});

/** Of the 2010 ADA Standards, which are in the public domain. */
const CLAUSES: readonly ShownClause[] = [
  clause('1', { toc_content: 'Doors, Doorways, and Gates', attributes: { inToc: true } }),
  clause('1.1', {
    element_id: 1,
    toc_content: 'Clear Width',
    attributes: { label: '404.2.3' },
    content:
      'Door openings shall provide a clear width of **32 inches (815 mm)** minimum.\n\n- swinging doors: between the face of the door and the stop, with the door open 90 degrees\n- openings more than 24 inches (610 mm) deep: *36 inches (915 mm)* minimum\n\n| Door | Width |\n|---|---|\n| single | 32 in |\n| double, one leaf | 32 in |',
  }),
  clause('1.2', { content: 'Projections into the clear opening shall not exceed `4 inches (100 mm)`.' }),
  clause('1.3', {
    content: '',
    moderation: { level: 2, reason_code: 'copyright', notice_at: '2026-03-02T09:00:00.000Z' },
  }),
  clause('1.4', {
    content: 'Thresholds shall be 1/2 inch (13 mm) high maximum.',
    moderation: { level: 1, reason_code: 'accuracy', notice_at: '2026-03-02T09:00:00.000Z' },
  }),
  clause('1.5', {
    attributes: { isNote: true },
    content: 'Advisory: a low threshold helps people who use a cane.',
  }),
];

export default function StylesPage() {
  return (
    <>
      <PageTitle title="Elements of the console">
        <Actions
          more={
            <>
              <details class="menu">
                <summary>Download</summary>
                <ul>
                  <li>
                    <a href="#styles">PDF</a>
                  </li>
                  <li>
                    <a href="#styles">Word</a>
                  </li>
                </ul>
              </details>
              <button type="button">Print</button>
            </>
          }
        >
          <label>
            <span class="word">Revision </span>
            <select>
              <option>1.1.0 (current)</option>
              <option>1.0.0</option>
            </select>
          </label>
          <a class="button" href="#styles">
            Edit
          </a>
        </Actions>
      </PageTitle>
      <p class="lead">The first paragraph of a page says what it is about.</p>
      <p class="facts">
        <span>Revision 1.1.0</span>
        <time>published 2026-03-02</time>
        <span>Ada</span>
        <Pill>accessible routes</Pill>
      </p>
      <Sample title="States">
        <StateSamples />
      </Sample>
      <Sample title="Notices">
        <p class="notice">This is revision 1.0.0. The current one is 1.1.0.</p>
        <p class="empty">There is no standard yet. Create the first one.</p>
        <Problem error={new Error('The name is taken. Choose another one.')} />
        <p class="done">Saved as revision 1.1.0.</p>
        <progress class="loading" aria-label="Loading" />
      </Sample>
      <Sample title="A list that is folded on a narrow screen">
        <div>
          <Fold label="Contents" />
          <ol>
            <li>Doors</li>
          </ol>
        </div>
      </Sample>
      <Sample title="Pages of one thing">
        <Tabs
          label="Pages of the sample"
          tabs={[
            { to: '/console/styles', words: 'Elements' },
            ...['Standards', 'Datasheets', 'Comments', 'Files', 'Revisions', 'Changes'].map((words) => ({
              to: `/#${words}`,
              words,
            })),
          ]}
        />
      </Sample>
      <Sample title="Forms">
        <div class="narrow">
          <Form
            action="Save"
            send={() => Promise.reject(new Error('The name is taken. Choose another one.'))}
          >
            <Field label="Name" name="name" value="Exterior doors" hint="As it is printed." />
            <TextArea label="Summary" name="summary" optional />
            <Choice
              label="Severity"
              name="severity"
              ask="Choose one"
              choices={[
                ['MAJOR', 'major'],
                ['MINOR', 'minor'],
              ]}
            />
            <Check name="agreed">Agreed</Check>
          </Form>
          <button type="button" disabled>
            Not now
          </button>{' '}
          <ActionButton label="Delete" removes confirm="It is gone then." act={() => Promise.resolve()} />{' '}
          <DialogSample />
        </div>
      </Sample>
      <Sample title="Rows">
        <ul class="rows">
          <li>
            <a href="#styles">Doors, Doorways, and Gates</a>
            <span class="facts">
              <span>Revision 1.1.0</span>
              <span>company</span>
              <Pill state="deprecated">deprecated</Pill>
            </span>
          </li>
        </ul>
      </Sample>
      <Sample title="What a search found">
        <ul class="rows">
          <li>
            <Excerpt
              href="#styles"
              address="404.2.3"
              excerpt="Clear Width – Door openings shall provide a clear width of 32 inches (815 mm) minimum."
              query="clear widths"
            />
          </li>
        </ul>
      </Sample>
      <Sample title="What happened, by day">
        <Days rows={['2026-03-02T09:00:00.000Z', '2026-03-01T09:00:00.000Z']} timeOf={(at) => at}>
          {(at) => (
            <li key={at}>
              Published <a href="#styles">revision 1.1.0</a> of <a href="#styles">Doors</a>
            </li>
          )}
        </Days>
      </Sample>
      <Sample title="Pages of a list">
        <Paging to="/console/styles" total={120} limit={50} offset={50} />
      </Sample>
      <Sample title="A decision of moderation">
        <ModerationForm
          action="Lift the hold"
          effect="Clause 2.1 is readable again in every copy and project."
          about="sample"
          decide={() => Promise.reject(new Error('Another moderator has lifted it. Load the page again.'))}
        />
        <p class="facts">
          <span class="tag urgent">open for more than 90 days</span>
        </p>
      </Sample>
      <Sample title="Changes">
        <section class="change changed">
          <p class="words">
            Door openings shall provide a clear width of <del>32</del>
            <ins>34</ins> inches minimum.
          </p>
        </section>
        <ul class="rows">
          <FieldChange
            field={{
              change: 'changed',
              field_id: 1,
              element_id: 1,
              before: { ...SAMPLE_FIELD, options: [], constraint: 'min' },
              after: { ...SAMPLE_FIELD, options: [], unit: 'in' },
            }}
          />
        </ul>
      </Sample>
      <Sample title="Decisions">
        <DecisionSample />
      </Sample>
      <Sample title="The editor">
        <EditingSamples />
      </Sample>
      <Sample title="Projects">
        <ProjectSamples />
      </Sample>
      <Sample title="A document">
        <ClauseList clauses={CLAUSES} fields={[{ ...SAMPLE_FIELD, options: [], constraint: 'min' }]} />
      </Sample>
    </>
  );
}

function Sample({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="sample">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function DialogSample() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Ask
      </button>
      {isOpen && (
        <Dialog title="A question" onClose={() => setOpen(false)}>
          <p>The page waits behind it.</p>
        </Dialog>
      )}
    </>
  );
}

function DecisionSample() {
  const [decision, setDecision] = useState<Decision>();
  const side = (text: string) => ({ address: '404.2.3', heading: 'Clear Width', text });
  return (
    <DecisionView
      title="404.2.3 Clear Width"
      what="both changed it"
      mine={side('Door openings shall provide a clear width of 36 inches minimum.')}
      base={side('Door openings shall provide a clear width of 32 inches minimum.')}
      theirs={side('Door openings shall provide a clear width of 34 inches minimum.')}
      theirsName="Byron"
      combine="words"
      decision={decision}
      decide={setDecision}
    />
  );
}
