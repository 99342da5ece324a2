/** Standards in a list, each a link with what tells it from others. */
import type { StandardRow } from '../list-standards.ts';
import { hrefOf } from '../location.ts';

const SCOPES = { global: 'library', company: 'company', user: 'personal', project: 'project' } as const;

export function StandardRows({ standards }: { standards: readonly StandardRow[] }) {
  return (
    <ul class="rows">
      {standards.map(({ id, name, current_revision, subject_type, category, deprecated, updated_at }) => (
        <li key={id}>
          <a href={hrefOf(`/standards/${id}`)} dir="auto">
            {name}
          </a>
          <span class="facts">
            <span>{current_revision ? `Revision ${current_revision.code}` : 'not published'}</span>
            <span>{SCOPES[subject_type]}</span>
            {category && <span dir="auto">{category.name}</span>}
            {deprecated && <span class="tag">deprecated</span>}
            <time dateTime={updated_at}>changed {updated_at.slice(0, 10)}</time>
          </span>
        </li>
      ))}
    </ul>
  );
}
