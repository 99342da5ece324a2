/**
 * A project at a glance: its header, what it holds and what waits, its draft with what stands in the way of publishing, who is in it. A draft is
 * opened and discarded here, and the project archived.
 */
import type { ComponentChildren } from 'preact';
import { api } from '../../api.ts';
import { ActionButton } from '../../elements/action-button.tsx';
import { Loading } from '../../elements/loading.tsx';
import { Pill } from '../../elements/pill.tsx';
import { hrefOf } from '../../location.ts';
import type { PageProps } from '../../page-props.ts';
import { useLoaded } from '../../use-loaded.ts';
import { ArchiveButton } from './archive-button.tsx';
import { AtAGlance } from './at-a-glance.tsx';
import { describeAffected, mayDo, type Project, TRIAL } from './project.ts';
import { ProjectFrame } from './project-frame.tsx';
import { Readiness } from './readiness.tsx';
import { ROLES } from './roles.ts';

export default function ProjectPage({ params }: PageProps) {
  return (
    <ProjectFrame
      id={params.id}
      part="Overview"
      actions={(project) =>
        mayDo(project, 'projects.edit') && (
          <a class="button" href={hrefOf(`/projects/${project.id}/edit`)}>
            Change the details
          </a>
        )
      }
    >
      {(project, reload) => (
        <>
          {project.summary !== '' && (
            <p class="lead words" dir="auto">
              {project.summary}
            </p>
          )}
          <Facts project={project} />
          <div class="columns">
            <AtAGlance project={project} />
            <Draft project={project} reload={reload} />
          </div>
          <div class="columns">
            <Members project={project} />
            <Stakeholders project={project} />
          </div>
          <ArchiveButton project={project} reload={reload} />
        </>
      )}
    </ProjectFrame>
  );
}

function Facts({ project }: { project: Project }) {
  const { revision, status, vertical, owner_company_name, role } = project;
  const place = [
    project.address_street,
    project.address_city,
    project.address_state,
    project.address_postal_code,
    project.address_country,
  ].filter(Boolean);
  return (
    <p class="facts">
      {revision && (
        <span>{revision.is_draft ? `Draft of revision ${revision.code}` : `Revision ${revision.code}`}</span>
      )}
      {status && <span>{status}</span>}
      {vertical && <span>{vertical}</span>}
      <span dir="auto">{place.join(', ')}</span>
      {owner_company_name && <span dir="auto">{owner_company_name}</span>}
      {role && <span>you: {ROLES[role]}</span>}
    </p>
  );
}

function Draft({ project, reload }: { project: Project; reload: () => void }) {
  const { id, revision } = project;
  return (
    <section>
      <h2>{revision?.is_draft ? `Draft of revision ${revision.code}` : 'Draft'}</h2>
      {!revision?.is_draft && (
        <p class="empty">
          No draft is open. A draft is what you change; publishing seals it as the next revision.
        </p>
      )}
      {mayDo(project, 'projects.publish') && <Readiness projectId={id} />}
      <div class="actions">
        {mayDo(project, 'projects.draft.create') && (
          <ActionButton
            label="Open a draft"
            act={async () => {
              await api.call('projects.draft.create', { id });
              reload();
            }}
          />
        )}
        {mayDo(project, 'projects.publish') && (
          <a class="button main" href={hrefOf(`/projects/${id}/publish`)}>
            Publish …
          </a>
        )}
        {mayDo(project, 'projects.revert') && project.current_revision_id && (
          <Tried
            label="Discard the draft"
            question="All that was changed since the last published revision is lost."
            attempt={() => api.call('projects.revert', { id, ...TRIAL })}
            act={async () => {
              await api.call('projects.revert', { id });
              reload();
            }}
          />
        )}
      </div>
    </section>
  );
}

interface TriedProps {
  label: string;
  question: string;
  attempt: () => Promise<object>;
  act: () => Promise<void>;
}

/** A button that says beforehand what the service says that it would change. */
function Tried({ label, question, attempt, act }: TriedProps) {
  const trial = useLoaded(attempt, []);
  return (
    <ActionButton
      label={label}
      removes
      confirm={`${question} ${trial.value ? describeAffected(trial.value) : ''}`.trim()}
      act={act}
    />
  );
}

function Members({ project }: { project: Project }) {
  const list = useLoaded(
    (signal) => api.call('projects.members.list', { id: project.id }, { signal }),
    [project.id],
  );
  return (
    <section>
      <h2>Members</h2>
      <Loading of={list}>
        {({ members, total }) => (
          <>
            <ul class="rows">
              {members.slice(0, 12).map(({ user_id, name, role }) => (
                <li key={user_id}>
                  <span dir="auto">{name}</span> <Pill>{ROLES[role]}</Pill>
                </li>
              ))}
            </ul>
            <p>
              <a href={hrefOf(`/projects/${project.id}/members`)}>
                {total > 12 ? `All ${total} members` : 'Members and invitations'}
              </a>
            </p>
          </>
        )}
      </Loading>
    </section>
  );
}

/** A firm with who can be asked there. */
function Firm({ firm: { company, contact } }: { firm: Project['stakeholders']['owner'] }) {
  return (
    <>
      {company?.name ?? <span class="small">not named</span>}
      {contact && (
        <>
          , <a href={`mailto:${contact.email}`}>{contact.name ?? contact.email}</a>
        </>
      )}
    </>
  );
}

function Stakeholders({ project: { stakeholders } }: { project: Project }) {
  const { owner, engineer, prime_contractor, sub_contractors } = stakeholders;
  const rows: readonly (readonly [string, ComponentChildren])[] = [
    ['Owner', <Firm key="owner" firm={owner} />],
    ['Engineer', <Firm key="engineer" firm={engineer} />],
    ['Prime contractor', <Firm key="prime contractor" firm={prime_contractor} />],
    ['Subcontractors', sub_contractors.map(({ name }) => name).join(', ')],
  ];
  return (
    <section>
      <h2>Firms</h2>
      <dl class="fields">
        {rows.map(([party, name]) => (
          <div key={party}>
            <dt>{party}</dt>
            <dd dir="auto">{name || <span class="small">not named</span>}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
