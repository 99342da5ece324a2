/** Two revisions of a standard compared clause by clause, side by side or inline; the two latest where none are named. */
import { useState } from 'preact/hooks';
import type { EndpointResult } from '../../../shared/rest-client/endpoint-types.ts';
import { diffWords } from '../../../shared/text/word-diff.ts';
import { api } from '../api.ts';
import { FieldChange } from '../elements/field-change.tsx';
import { Loading } from '../elements/loading.tsx';
import { PageTitle } from '../elements/page-title.tsx';
import { Pill } from '../elements/pill.tsx';
import { Words } from '../elements/words.tsx';
import { hrefOf, query } from '../location.ts';
import type { PageProps } from '../page-props.ts';
import { readName } from '../read-standard.ts';
import { useLoaded } from '../use-loaded.ts';

type Comparison = EndpointResult<'standards.compare'>;
type Clause = Comparison['clauses'][number];

export default function ComparePage({ params }: PageProps) {
  const id = Number(params.id);
  const from = Number(query.value.get('from'));
  const to = Number(query.value.get('to'));
  const loaded = useLoaded(
    async (signal) => {
      const name = readName(id, signal);
      const sides = from && to ? { from, to } : await findSides(id, to, signal);
      const comparison = sides && (await api.call('standards.compare', { id, ...sides }, { signal }));
      return { comparison, name: await name };
    },
    [id, from, to],
  );
  return (
    <Loading of={loaded}>
      {({ comparison, name }) =>
        comparison ? (
          <Compared id={id} name={name} comparison={comparison} />
        ) : (
          <>
            <PageTitle title={`Revisions of ${name}`} />
            <p class="empty">
              There is no earlier revision to compare with. <a href={hrefOf(`/standards/${id}`)}>Read it</a>.
            </p>
          </>
        )
      }
    </Loading>
  );
}

/** A revision, or the latest, and the one before it; null where there is none before. */
async function findSides(
  id: number,
  to: number,
  signal: AbortSignal,
): Promise<{ from: number; to: number } | null> {
  const { revisions } = await api.call('standards.revisions', { id }, { signal });
  const at = to === 0 ? 0 : revisions.findIndex((revision) => revision.id === to);
  const [later, earlier] = at < 0 ? [] : revisions.slice(at);
  return later && earlier ? { from: earlier.id, to: later.id } : null;
}

function Compared({ id, name, comparison }: { id: number; name: string; comparison: Comparison }) {
  const [isInline, setInline] = useState(false);
  return (
    <>
      <PageTitle title={`Changes of ${name} from ${comparison.from.code} to ${comparison.to.code}`}>
        <div class="actions">
          <label class="check">
            <input
              type="checkbox"
              checked={isInline}
              onChange={({ currentTarget }) => setInline(currentTarget.checked)}
            />{' '}
            Inline
          </label>
          <a class="button" href={hrefOf(`/standards/${id}`, { revision: comparison.to.id })}>
            Read {comparison.to.code}
          </a>
        </div>
      </PageTitle>
      {comparison.to.summary !== '' && (
        <p class="lead" dir="auto">
          {comparison.to.summary}
        </p>
      )}
      {comparison.clauses.length + comparison.fields.length === 0 && (
        <p class="empty">No clause and no field differs.</p>
      )}
      {comparison.clauses.map((clause) => (
        <ClauseChange key={clause.element_id} clause={clause} between={comparison} isInline={isInline} />
      ))}
      {comparison.fields.length > 0 && (
        <section>
          <h2>Fields</h2>
          <ul class="rows">
            {comparison.fields.map((field) => (
              <FieldChange key={field.field_id} field={field} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface ClauseChangeProps {
  clause: Clause;
  /** The revisions, whose codes name the columns. */
  between: Pick<Comparison, 'from' | 'to'>;
  isInline: boolean;
}

function ClauseChange({ clause: { change, before, after }, between, isInline }: ClauseChangeProps) {
  const numbers = [before, after].flatMap((one) => (one ? [one.attributes.label ?? one.address] : []));
  const titles = new Set([before, after].flatMap((one) => (one ? [one.toc_content] : [])));
  // One that did not change is said once.
  const title = titles.size === 1 ? [...titles][0] : undefined;
  const [old = '', fresh = ''] = [before, after].map((one) =>
    one
      ? [title === undefined ? one.toc_content : '', one.content].filter((text) => text !== '').join('\n\n')
      : '',
  );
  const runs = diffWords(old, fresh);
  return (
    <section class={`change ${change}`}>
      <h2>
        {[...new Set(numbers)].join(' → ')} {title !== undefined && <span dir="auto">{title} </span>}
        <Pill state={change}>{change}</Pill>{' '}
        {change === 'changed' && before?.address !== after?.address && <Pill state="moved">moved</Pill>}
      </h2>
      {isInline || old === fresh ? (
        <Words runs={runs} />
      ) : (
        <div class="sides">
          <div>
            <p class="side-name">{between.from.code}</p>
            <Words runs={runs.filter(({ type }) => type !== 'added')} />
          </div>
          <div>
            <p class="side-name">{between.to.code}</p>
            <Words runs={runs.filter(({ type }) => type !== 'removed')} />
          </div>
        </div>
      )}
    </section>
  );
}
