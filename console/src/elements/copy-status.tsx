/** Tells of a customised copy what it is a copy of, and what its source has changed since. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../../../shared/rest-client/api-error.ts';
import type { EndpointResult } from '../../../shared/rest-client/endpoint-types.ts';
import { api } from '../api.ts';
import type { StandardRow } from '../list-standards.ts';
import { hrefOf } from '../location.ts';
import { useLoaded } from '../use-loaded.ts';
import { Loading } from './loading.tsx';
import { Pill } from './pill.tsx';

type Plan = EndpointResult<'standards.mergePlan'>;

/** What is told of a plan. */
interface PlanFacts extends Pick<Plan, 'isCustomized'> {
  parent: { standard_id: number; name: string } | null;
  baseRevision: { code: string } | null;
  toRevision: { id: number; code: string } | null;
  summary: Omit<Plan['summary'], 'moved'>;
}

/** What is told of a copy. */
type Copy = Pick<StandardRow, 'id' | 'customized_from_revision_id' | 'last_seen_source_revision_id'>;

/** The plan of a merge; null for a source that one may not read. @throws what the call throws */
async function readPlan(id: number, signal: AbortSignal): Promise<Plan | null> {
  try {
    return await api.call('standards.mergePlan', { id }, { signal });
  } catch (error) {
    if (error instanceof ApiError && error.is('NOT_FOUND')) return null;
    throw error;
  }
}

const countOf = ({ summary }: PlanFacts): number =>
  summary.conflicts + summary.autoResolved + summary.newElements + summary.removedElements;

const inWords = (changes: number): string => (changes === 1 ? '1 change' : `${changes} changes`);

interface CopyStatusProps {
  copy: Copy;
  mayMerge: boolean;
}

/** Above a copy, with the way to bring it up to date. */
export function CopyStatus({ copy, mayMerge }: CopyStatusProps) {
  const { id } = copy;
  const plan = useLoaded((signal) => readPlan(id, signal), [id]);
  return <Loading of={plan}>{(read) => <Status plan={read} copy={copy} mayMerge={mayMerge} />}</Loading>;
}

interface StatusProps extends CopyStatusProps {
  /** Null for a source that one may not read. */
  plan: PlanFacts | null;
}

export function Status({ plan, copy, mayMerge }: StatusProps) {
  if (plan === null) return <p class="facts">A customised copy. Its source is none that you may read.</p>;
  const { parent, baseRevision, toRevision } = plan;
  if (!plan.isCustomized || !parent || !toRevision)
    return <p class="facts">A customised copy. Its source has been deleted.</p>;
  const changes = countOf(plan);
  const source = (
    <a href={hrefOf(`/standards/${parent.standard_id}`)} dir="auto">
      {parent.name}
    </a>
  );
  if (changes === 0)
    return (
      <p>
        <Pill state="current">up to date</Pill> A customised copy of {source}, with all of its revision{' '}
        {toRevision.code}.
      </p>
    );
  const isSeen = copy.last_seen_source_revision_id === toRevision.id;
  return (
    <p class={isSeen ? undefined : 'notice'}>
      A customised copy of {source}, with its revision {baseRevision?.code}.{' '}
      {isSeen
        ? `${inWords(changes)} of revision ${toRevision.code} were left out on purpose.`
        : `${inWords(changes)} in the source since, up to revision ${toRevision.code}.`}{' '}
      {mayMerge && (
        <a class={isSeen ? undefined : 'button'} href={hrefOf(`/standards/${copy.id}/merge`)}>
          {isSeen ? 'Look at them again' : 'Bring it up to date'}
        </a>
      )}
    </p>
  );
}

/** The same in a row of a list, read when the row comes into sight; nothing for a standard that is no copy. */
export function CopyFacts({ copy }: { copy: Copy }) {
  return copy.customized_from_revision_id === null ? null : <SeenFacts copy={copy} />;
}

function SeenFacts({ copy: { id, last_seen_source_revision_id } }: { copy: Copy }) {
  const [isSeen, setSeen] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const sight = new IntersectionObserver((changes) => {
      if (changes.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    if (place.current) sight.observe(place.current);
    return () => sight.disconnect();
  }, []);
  // A list is readable without it.
  const { value: plan } = useLoaded(
    (signal) => (isSeen ? readPlan(id, signal) : Promise.resolve(null)),
    [id, isSeen],
  );
  const changes = plan ? countOf(plan) : 0;
  const isLeftOut = plan?.toRevision?.id === last_seen_source_revision_id;
  return (
    <>
      <span ref={place}>
        {plan?.parent ? (
          <>
            copy of <bdi>{plan.parent.name}</bdi>
          </>
        ) : (
          'copy'
        )}
      </span>
      {changes > 0 && !isLeftOut && <Pill state="behind">{inWords(changes)} behind</Pill>}
    </>
  );
}
