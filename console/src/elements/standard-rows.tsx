/** Standards in a list, each a link with what tells it from others. */
import type { StandardRow } from '../list-standards.ts';
import { hrefOf } from '../location.ts';
import { CopyFacts } from './copy-status.tsx';
import { Pill } from './pill.tsx';

const SCOPES = { global: 'library', company: 'company', user: 'personal', project: 'project' } as const;

export function StandardRows({ standards }: { standards: readonly StandardRow[] }) {
  return (
    <ul class="rows">
      {standards.map((standard) => {
        const { id, name, current_revision, subject_type, category, deprecated, updated_at } = standard;
        return (
          <li key={id}>
            <a href={hrefOf(`/standards/${id}`)} dir="auto">
              {name}
            </a>
            <span class="facts">
              {current_revision ? (
                <span>Revision {current_revision.code}</span>
              ) : (
                <Pill state="draft">not published</Pill>
              )}
              <span>{SCOPES[subject_type]}</span>
              {category && <span dir="auto">{category.name}</span>}
              <time dateTime={updated_at}>changed {updated_at.slice(0, 10)}</time>
              <CopyFacts copy={standard} />
              {deprecated && <Pill state="deprecated">deprecated</Pill>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
