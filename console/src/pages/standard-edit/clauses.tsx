/**
 * The clauses of a draft, one of them open. A letter draws the open one alone, and closed ones that did not change are the
 * same nodes as before, so that it is shown at once in a standard of ten thousand clauses.
 */
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { anchorOf } from '../../elements/anchor.ts';
import { ClauseText } from '../../elements/clause-text.tsx';
import { FieldTable } from '../../elements/field-table.tsx';
import { Pill } from '../../elements/pill.tsx';
import type { Draft } from './draft.ts';
import type { DraftClause } from './draft-clause.ts';
import { OpenClause } from './open-clause.tsx';
import type { Finding } from './save-draft.ts';

interface ClausesProps {
  draft: Draft;
  isLocked: boolean;
  findings: readonly Finding[];
  imageHref: (name: string) => string;
  onImage: (name: string, source: string) => void;
}

export function Clauses({ draft, isLocked, findings, imageHref, onImage }: ClausesProps) {
  const shown = useMemo(() => new WeakMap<DraftClause, VNode>(), [draft]);
  const faulty = new Set(findings.map(({ clause }) => clause));
  const [open, current] = [draft.open.value, draft.current.value];
  // Letters change only the open clause, which draws itself.
  const { layout } = draft;
  layout.value;
  const rows = draft.clauses.peek().map((clause) => {
    const { key } = clause;
    if (key === open)
      return (
        <OpenClause
          key={key}
          draft={draft}
          clauseKey={key}
          isLocked={isLocked}
          findings={findings.filter((finding) => finding.clause === key)}
          onImage={onImage}
        />
      );
    const [isCurrent, isFaulty] = [key === current, faulty.has(key)];
    const drawn = isCurrent || isFaulty ? undefined : shown.get(clause);
    if (drawn) return drawn;
    const node = (
      <ClosedClause
        key={key}
        clause={clause}
        isCurrent={isCurrent}
        isFaulty={isFaulty}
        imageHref={imageHref}
      />
    );
    if (!isCurrent && !isFaulty) shown.set(clause, node);
    return node;
  });
  return <>{inRuns(rows)}</>;
}

/** Clauses that the browser lays out together when they come into sight: it looks at each run with every letter. */
const RUN = 64;

function inRuns(rows: readonly VNode[]): VNode[] {
  return Array.from({ length: Math.ceil(rows.length / RUN) }, (_, at) => (
    <div key={at} class="run">
      {rows.slice(at * RUN, (at + 1) * RUN)}
    </div>
  ));
}

interface ClosedClauseProps {
  clause: DraftClause;
  /** The keyboard is at it. */
  isCurrent: boolean;
  isFaulty: boolean;
  imageHref: (name: string) => string;
}

function ClosedClause({ clause, isCurrent, isFaulty, imageHref }: ClosedClauseProps) {
  const { key, address, kind, label, heading, text, fields, seal, depth } = clause;
  const number = label || address;
  return (
    <section
      id={anchorOf(address)}
      class={`clause draft ${kind === 'note' ? 'note' : ''} depth-${Math.min(depth, 5)}`}
      data-key={key}
    >
      <button
        type="button"
        class="open-it"
        tabIndex={isCurrent ? 0 : -1}
        aria-label={`Edit ${number} ${heading}`.trim()}
        title={number === address ? undefined : `Address ${address}`}
      >
        <span class="number">{number}</span> <strong dir="auto">{heading}</strong>{' '}
        {kind === 'note' && <Pill>note</Pill>}
        {isFaulty && <Pill state="wrong">to correct</Pill>}
      </button>
      {seal === null ? (
        <ClauseText text={text} imageHref={imageHref} />
      ) : (
        <p class="withheld">The text of this clause is withheld by moderation.</p>
      )}
      <FieldTable fields={fields} />
    </section>
  );
}
