/** The standards that one may read, by name, a page at a time. */
import { Loading } from '../elements/loading.tsx';
import { PageTitle } from '../elements/page-title.tsx';
import { StandardRows } from '../elements/standard-rows.tsx';
import { listStandards } from '../list-standards.ts';
import { goTo, hrefOf, query } from '../location.ts';
import { useLoaded } from '../use-loaded.ts';

const PER_PAGE = 50;

export default function StandardsPage() {
  const words = query.value.get('name') ?? '';
  const page = Number(query.value.get('page')) || 1;
  const list = useLoaded(
    (signal) =>
      listStandards(
        { search: words || undefined, page, per_page: PER_PAGE, sort: 'name', sort_order: 'asc' },
        signal,
      ),
    [words, page],
  );
  return (
    <>
      <PageTitle title="Standards">
        <form
          class="actions"
          onSubmit={(event) => {
            event.preventDefault();
            const name = new FormData(event.currentTarget).get('name');
            goTo(hrefOf('/standards', { name: String(name ?? '').trim() }));
          }}
        >
          <input
            type="search"
            name="name"
            aria-label="Find by name"
            placeholder="Find by name"
            value={words}
          />
          <a class="button" href={hrefOf('/standards/new')}>
            New standard
          </a>
        </form>
      </PageTitle>
      <Loading of={list}>
        {({ standards, total }) =>
          standards.length === 0 ? (
            <p class="empty">
              {words === ''
                ? 'There is no standard that you may read yet. Begin a new one, import one with npm run import, or ask for access to your company.'
                : `No standard has “${words}” in its name. Search the text of all clauses in the field above.`}
            </p>
          ) : (
            <>
              <StandardRows standards={standards} />
              <Pages page={page} total={total} words={words} />
            </>
          )
        }
      </Loading>
    </>
  );
}

function Pages({ page, total, words }: { page: number; total: number; words: string }) {
  const last = Math.ceil(total / PER_PAGE);
  if (last <= 1) return null;
  const link = (to: number) => hrefOf('/standards', { name: words, page: to });
  return (
    <nav class="paging" aria-label="Pages">
      {page > 1 && <a href={link(page - 1)}>Previous</a>}
      <span>
        Page {page} of {last}
      </span>
      {page < last && <a href={link(page + 1)}>Next</a>}
    </nav>
  );
}
