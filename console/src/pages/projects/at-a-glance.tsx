/** What a project pins, how far its datasheets are, what waits in it, and what was published last. */
import type { ComponentChildren } from 'preact';
import { api } from '../../api.ts';
import { Loading } from '../../elements/loading.tsx';
import { hrefOf } from '../../location.ts';
import { useLoaded } from '../../use-loaded.ts';
import { readComments } from './comments/read-comments.ts';
import { ifReadable, type Project } from './project.ts';
import { readFillings } from './sheet-fillings.ts';

/** Of more datasheets than these it is not said how many are filled in: each would be read. */
const READ_SHEETS = 24;
/** So many standards are named. */
const NAMED = 4;

async function readGlance({ id, current_revision_id }: Project, signal: AbortSignal) {
  const [{ standards, total: pinned }, list, comments, review, revisions] = await Promise.all([
    api.call('projects.standards.list', { id }, { signal }),
    api.call('projects.datasheets.list', { id }, { signal }),
    ifReadable(readComments(id, { state: 'open' }, 0, signal)),
    ifReadable(api.call('files.list', { projectId: id, status: 'review', per_page: 1 }, { signal })),
    ifReadable(api.call('projects.revisions', { id }, { signal })),
  ]);
  const { datasheets } = list;
  const isRead = datasheets.length <= READ_SHEETS;
  const fillings = isRead ? await readFillings(datasheets, READ_SHEETS, signal) : [];
  return {
    standards,
    pinned,
    sheets: 'total' in list ? list.total : datasheets.length,
    withEmpty: isRead ? fillings.filter(({ summary }) => summary.fields_empty > 0).length : null,
    upgrades: datasheets.filter(({ upgrade_status }) => upgrade_status === 'needs_upgrade').length,
    waiting: comments?.waiting.length ?? 0,
    open: comments?.total ?? 0,
    review: review?.total ?? 0,
    published: revisions?.revisions.find((one) => one.id === current_revision_id),
  };
}

type Seen = Awaited<ReturnType<typeof readGlance>>;

export function AtAGlance({ project }: { project: Project }) {
  const loaded = useLoaded((signal) => readGlance(project, signal), [project.id]);
  const at = `/projects/${project.id}`;
  return (
    <section class="glance">
      <h2>What is in it</h2>
      <Loading of={loaded}>
        {(seen) => (
          <dl class="fields">
            <Row name="Standards">
              <Standards at={at} seen={seen} />
            </Row>
            <Row name="Datasheets">
              <a href={hrefOf(`${at}/datasheets`)}>{sheetsInWords(seen)}</a>
            </Row>
            <Row name="Waiting">
              <Waiting at={at} seen={seen} />
            </Row>
            <Row name="Published last">
              {seen.published ? (
                <>
                  <a href={hrefOf(`${at}/revisions/${seen.published.id}`)} dir="auto">
                    Revision {seen.published.code}
                    {seen.published.name !== '' && `, ${seen.published.name}`}
                  </a>
                  {seen.published.published_at && `, ${seen.published.published_at.slice(0, 10)}`}
                  {seen.published.published_by && `, ${seen.published.published_by.displayName}`}
                </>
              ) : (
                'nothing yet'
              )}
            </Row>
          </dl>
        )}
      </Loading>
    </section>
  );
}

const sheetsInWords = ({ sheets, withEmpty }: Seen): string => {
  if (sheets === 0) return 'none yet';
  if (withEmpty === null) return `${sheets} datasheets`;
  return `${sheets - withEmpty} of ${sheets} without an empty value`;
};

function Row({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}

function Standards({ at, seen: { standards, pinned } }: { at: string; seen: Seen }) {
  if (pinned === 0) return <a href={hrefOf(`${at}/standards`)}>none yet</a>;
  return (
    <ul class="plain-list">
      {standards.slice(0, NAMED).map(({ standard_id, name, standard_revision }) => (
        <li key={standard_id}>
          <a href={hrefOf(`${at}/standards/${standard_id}`)} dir="auto">
            {name}
          </a>{' '}
          {standard_revision.code}
        </li>
      ))}
      {pinned > NAMED && (
        <li>
          <a href={hrefOf(`${at}/standards`)}>all {pinned}</a>
        </li>
      )}
    </ul>
  );
}

function Waiting({ at, seen }: { at: string; seen: Seen }) {
  const { waiting, open, upgrades, review } = seen;
  const things = [
    {
      page: 'comments',
      words: waiting > 0 && `${waiting} ${waiting === 1 ? 'comment waits' : 'comments wait'} for you`,
    },
    {
      page: 'comments',
      words:
        open > waiting &&
        `${open - waiting} ${waiting > 0 ? 'other ' : ''}open ${open - waiting === 1 ? 'comment' : 'comments'}`,
    },
    {
      page: 'datasheets',
      words: upgrades > 0 && `${upgrades} ${upgrades === 1 ? 'datasheet' : 'datasheets'} to upgrade`,
    },
    { page: 'files', words: review > 0 && `${review} ${review === 1 ? 'file' : 'files'} under review` },
  ].flatMap(({ page, words }) => (words === false ? [] : [{ page, words }]));
  if (things.length === 0) return 'nothing';
  return (
    <ul class="plain-list">
      {things.map(({ page, words }) => (
        <li key={words}>
          <a href={hrefOf(`${at}/${page}`, page === 'files' ? { status: 'review' } : {})}>{words}</a>
        </li>
      ))}
    </ul>
  );
}
