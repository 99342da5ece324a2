/** The text of a wiki page, edited as a whole: checked before it is saved as a new revision. */
import { useState } from 'preact/hooks';
import { ApiError } from '../../../shared/rest-client/api-error.ts';
import type { EndpointResult } from '../../../shared/rest-client/endpoint-types.ts';
import { api } from '../api.ts';
import { TextArea } from '../elements/choices.tsx';
import { Form, textOf } from '../elements/form.tsx';
import { Loading } from '../elements/loading.tsx';
import { PageTitle } from '../elements/page-title.tsx';
import { Pill } from '../elements/pill.tsx';
import { UnsavedTextArea } from '../elements/unsaved-text-area.tsx';
import { goTo, hrefOf } from '../location.ts';
import type { PageProps } from '../page-props.ts';
import { discardInput, readUnsavedText, saveText } from '../unsaved-input.ts';
import { useLoaded } from '../use-loaded.ts';

type WikiStandard = EndpointResult<'wiki.standards.get'>;
type Validation = EndpointResult<'wiki.standards.validate'>;

export default function WikiEditPage({ params }: PageProps) {
  const about = { librarySlug: params.library ?? '', standardSlug: params.standard ?? '' };
  const [reads, setReads] = useState(0);
  const page = useLoaded(
    (signal) => api.call('wiki.standards.get', about, { signal }),
    [about.librarySlug, about.standardSlug],
    { reads, isSubject: true },
  );
  return (
    <Loading of={page}>
      {(standard) => (
        <WikiEditor
          standard={standard}
          href={hrefOf(`/wiki/${about.librarySlug}/${about.standardSlug}`)}
          readAgain={() => setReads(reads + 1)}
        />
      )}
    </Loading>
  );
}

interface WikiEditorProps {
  standard: WikiStandard;
  href: string;
  readAgain: () => void;
}

function WikiEditor({ standard, href, readAgain }: WikiEditorProps) {
  const { id, title, content } = standard;
  const name = `wiki page ${id}`;
  const current = toBase(standard);
  const [base, setBase] = useState(() => readBase(name, current));
  const [checked, setChecked] = useState<Validation | null>(null);
  const isStale = current.id !== base.id;
  return (
    <>
      <PageTitle title={`Edit ${title}`}>
        <a class="button" href={href}>
          Read it
        </a>
      </PageTitle>
      {isStale && (
        <section class="notice" role="status">
          <p>
            Somebody saved revision {current.number} since you began. Nothing of yours is lost: look at{' '}
            <a
              href={`${href}/compare?from=${base.number}&to=${current.number}`}
              target="_blank"
              rel="noopener"
            >
              what they changed
            </a>
            , take it over into your text, and save then.
          </p>
          <button
            type="button"
            onClick={() => {
              const unsaved = readUnsavedText(name);
              if (unsaved) saveText(name, { text: unsaved.text, base: toText(current) });
              setBase(current);
            }}
          >
            My text has their changes
          </button>
        </section>
      )}
      <Form
        action="Save a new revision"
        send={async (data) => {
          const text = String(data.get('content') ?? '');
          const report = await api.call('wiki.standards.validate', { content: text, standardId: id });
          setChecked(report);
          if (report.hasBlocking)
            throw new Error('The text has faults that prevent a save. They are listed below.');
          try {
            await api.call('wiki.standards.update', {
              id,
              content: text,
              baseRevisionId: base.id,
              editSummary: textOf(data, 'editSummary'),
            });
          } catch (error) {
            if (error instanceof ApiError && error.is('EDIT_CONFLICT')) readAgain();
            throw error;
          }
          discardInput(name);
          goTo(href);
        }}
      >
        <UnsavedTextArea
          about={name}
          label="Text in markup"
          name="content"
          value={content}
          base={toText(base)}
          rows={20}
        />
        <TextArea label="What you changed" name="editSummary" rows={2} optional />
      </Form>
      {checked && <Findings report={checked} />}
    </>
  );
}

/** A revision that a text is typed on. */
interface Base {
  id: string;
  number: number;
}

const toBase = ({ current_revision }: WikiStandard): Base => ({
  id: current_revision?.id ?? '',
  number: current_revision?.revision_number ?? 0,
});

/** What was typed in this browser was typed on this revision, also when another one is read since. */
function readBase(name: string, current: Base): Base {
  const [number = '', id = ''] = readUnsavedText(name)?.base.split(' ') ?? [];
  return id === '' ? current : { id, number: Number(number) };
}

const toText = ({ id, number }: Base): string => `${number} ${id}`;

function Findings({ report: { findings, impact } }: { report: Validation }) {
  return (
    <section aria-label="Findings">
      <ul class="rows">
        {findings.map(({ rule, severity, line, message }) => (
          <li key={`${line} ${rule} ${message}`}>
            Line {line}: <span dir="auto">{message}</span>{' '}
            {severity === 'blocking' && <Pill state="wrong">to correct</Pill>}
          </li>
        ))}
        {impact?.removedClauses.map(({ address, disposition, movedTo }) => (
          <li key={address}>
            Clause {address} is {disposition}
            {movedTo && ` to ${movedTo}`}; who cites it cites nothing there any more.
          </li>
        ))}
      </ul>
    </section>
  );
}
