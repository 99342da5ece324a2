/** The clauses of a document with their fields, notes folded, withheld ones marked; each has an address to link to. */
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { withholdsText } from '../../../shared/contracts/wiki-moderation/withholds-text.ts';
import type { EndpointResult } from '../../../shared/rest-client/endpoint-types.ts';
import { anchorOf } from './anchor.ts';
import { ClauseText } from './clause-text.tsx';
import { CopiedLink, CopyLink } from './copy-link.tsx';
import { FieldTable, type ShownField } from './field-table.tsx';
import { Outline } from './outline.tsx';

type WikiElement = EndpointResult<'wiki.standards.elements'>['elements'][number];

/** A clause as a standard or a wiki page answers it. */
export interface ShownClause extends WikiElement {
  element_id?: number;
  moderation?: { level: 1 | 2; reason_code: string | null; notice_at: string } | undefined;
}

interface ClauseListProps {
  clauses: readonly ShownClause[];
  fields?: readonly (ShownField & { element_id: number })[];
  imageHref?: (name: string) => string;
  /** What stands beside a clause, such as its errata. */
  remarks?: (clause: ShownClause) => ComponentChildren;
}

export function ClauseList({ clauses, fields = [], imageHref, remarks }: ClauseListProps) {
  const outline = useMemo(
    () =>
      clauses
        .filter(({ attributes, toc_content }) => attributes.inToc && toc_content !== '')
        .map(({ address, attributes, toc_content, depth }) => ({
          id: anchorOf(address),
          number: attributes.label ?? address,
          heading: toc_content,
          depth,
        })),
    [clauses],
  );
  const fieldsOf = useMemo(() => Map.groupBy(fields, ({ element_id }) => element_id), [fields]);
  return (
    <div class="document">
      <Outline entries={outline} />
      <article>
        <CopiedLink />
        {clauses.map((clause) => (
          <Clause
            key={clause.address}
            clause={clause}
            fields={fieldsOf.get(clause.element_id ?? 0) ?? []}
            imageHref={imageHref}
            remark={remarks?.(clause)}
          />
        ))}
      </article>
    </div>
  );
}

interface ClauseProps {
  clause: ShownClause;
  fields: readonly ShownField[];
  imageHref: ((name: string) => string) | undefined;
  remark: ComponentChildren;
}

function Clause({ clause, fields, imageHref, remark }: ClauseProps) {
  const { address, attributes, toc_content, content, depth, moderation } = clause;
  const id = anchorOf(address);
  const number = attributes.label ?? address;
  const isWithheld = moderation !== undefined && withholdsText(moderation);
  const body = (
    <>
      {isWithheld ? (
        <Withheld since={moderation.notice_at} />
      ) : (
        <ClauseText text={content} imageHref={imageHref} />
      )}
      {moderation && !isWithheld && (
        <p class="notice">Under review since {moderation.notice_at.slice(0, 10)}.</p>
      )}
      <FieldTable fields={fields} />
      {remark}
    </>
  );
  const link = (
    <a class="number" href={`#${id}`} title={number === address ? undefined : `Address ${address}`}>
      {number}
    </a>
  );
  const copy = <CopyLink id={id} about={number} />;
  if (attributes.isNote)
    return (
      <section id={id} class="clause note">
        {copy}
        <details>
          <summary>
            Note {number} <span dir="auto">{toc_content}</span>
          </summary>
          {body}
        </details>
      </section>
    );
  const Heading = depth === 1 ? 'h2' : depth === 2 ? 'h3' : 'h4';
  return (
    <section id={id} class={`clause${attributes.inToc ? ' heading' : ''}`}>
      {copy}
      {toc_content === '' ? (
        link
      ) : (
        <Heading>
          {link} <span dir="auto">{toc_content}</span>
        </Heading>
      )}
      <div class="text">{body}</div>
    </section>
  );
}

function Withheld({ since }: { since: string }) {
  return (
    <p class="withheld">
      The text of this clause is withheld by moderation since {since.slice(0, 10)}. Its number and place stay.
    </p>
  );
}
