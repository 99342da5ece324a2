/** The own account: company, agreement, storage, API keys, sessions, password. */
import { api } from '../../api.ts';
import { Field, Form, textOf } from '../../elements/form.tsx';
import { PageTitle } from '../../elements/page-title.tsx';
import { goTo, hrefOf } from '../../location.ts';
import { person, readSession } from '../../session.ts';
import { Agreement } from './agreement.tsx';
import { Keys } from './keys.tsx';
import { Password, Sessions } from './sessions.tsx';

export default function AccountPage() {
  const user = person.value?.user;
  return (
    <>
      <PageTitle title="Account" />
      <p class="facts">
        <span dir="auto">{user?.name}</span>
        <span>{user?.email}</span>
        {user?.company_name && user.company_id !== null && (
          <a href={hrefOf(`/companies/${user.company_id}`)} dir="auto">
            {user.company_name}
          </a>
        )}
      </p>
      {user?.company_id === null && <NewCompany />}
      <Storage />
      <Agreement />
      <Keys />
      <Sessions />
      <Password />
    </>
  );
}

function NewCompany() {
  return (
    <section>
      <h2>Company</h2>
      <p>
        You are in no company. Accept an invitation on the <a href={hrefOf('/')}>first page</a>, or make one,
        of which you become the administrator.
      </p>
      <div class="narrow">
        <Form
          action="Create a company"
          send={async (data) => {
            const { id } = await api.call('companies.create', { name: textOf(data, 'name') });
            await readSession();
            goTo(hrefOf(`/companies/${id}`));
          }}
        >
          <Field label="Name of the company" name="name" autocomplete="organization" />
        </Form>
      </div>
    </section>
  );
}

/** What the company, or an account without one, stores of what it may store. */
function Storage() {
  const storage = person.value?.storage;
  if (!storage) return null;
  const { used, limit } = storage;
  return (
    <section>
      <h2>Storage</h2>
      <p>
        {inWords(used)}
        {limit === null ? '' : ` of ${inWords(limit)}`} used
        {person.value?.user?.company_id === null ? '' : ' by your company'}.
      </p>
      {limit !== null && limit > 0 && <meter min={0} max={limit} value={used} aria-label="Storage used" />}
    </section>
  );
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

function inWords(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${UNITS[power]}`;
}
