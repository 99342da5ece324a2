/** What stands above the fields of a datasheet: its name, how far it is filled in, and what needs a look. */
import { PageTitle } from '../../../elements/page-title.tsx';
import { hrefOf } from '../../../location.ts';
import { fillingInWords } from './filling-words.ts';
import type { Sheet } from './sheet-edits.ts';
import { SheetTrail } from './sheet-trail.tsx';

interface SheetHeadingProps {
  sheet: Sheet;
  mayRevise: boolean;
  /** Fields whose values are beyond their bounds. */
  breaches: readonly { id: number; label: string }[];
}

export function SheetHeading({ sheet, mayRevise, breaches }: SheetHeadingProps) {
  const at = `/projects/${sheet.project_id}`;
  return (
    <>
      <SheetTrail sheet={sheet} />
      <PageTitle title={sheet.name} />
      {sheet.scope !== '' && (
        <p class="lead words" dir="auto">
          {sheet.scope}
        </p>
      )}
      <p class="facts">
        <a href={hrefOf(`${at}/datasheets/${sheet.id}/history`)}>Datasheet revision {sheet.revision.code}</a>
        <a
          href={hrefOf(`/standards/${sheet.standard_id}`, { revision: sheet.revision.standard_revision.id })}
        >
          of the standard, revision {sheet.revision.standard_revision.code}
        </a>
        <span>{fillingInWords(sheet.values_summary)}</span>
      </p>
      {sheet.upgrade_status === 'needs_upgrade' && (
        <p class="notice">
          The project pins another revision of the standard.{' '}
          <a href={hrefOf(`${at}/datasheets/${sheet.id}/upgrade`)}>Upgrade this datasheet</a>
        </p>
      )}
      {breaches.length > 0 && <Breaches breaches={breaches} />}
      {!mayRevise && <p class="notice">You can read this datasheet. It is changed in an open draft.</p>}
    </>
  );
}

const NAMED = 5;

function Breaches({ breaches }: Pick<SheetHeadingProps, 'breaches'>) {
  return (
    <p class="notice">
      {breaches.length === 1
        ? 'One value is beyond what the standard allows: '
        : `${breaches.length} values are beyond what the standard allows: `}
      {breaches.slice(0, NAMED).map(({ id, label }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <a href={`#field-${id}`} dir="auto">
            {label}
          </a>
        </span>
      ))}
      {breaches.length > NAMED && ` and ${breaches.length - NAMED} more`}.
    </p>
  );
}
