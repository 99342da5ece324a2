/** A project as its pages know it, and what the person may do in it, as the service says. */
import { ApiError } from '../../../../shared/rest-client/api-error.ts';
import type { EndpointResult, RestEndpointId } from '../../../../shared/rest-client/endpoint-types.ts';
import { api } from '../../api.ts';
import { type Loaded, useLoaded } from '../../use-loaded.ts';

type Details = EndpointResult<'projects.details'>;
export type Project = Extract<Details, { stakeholders: unknown }>;
export type UnpublishedProject = Exclude<Details, { stakeholders: unknown } | { header: unknown }>;

/** @param changes goes up where the project is read again */
export function useProject(id: number, changes: number): Loaded<Project | UnpublishedProject> {
  return useLoaded(
    async (signal) => {
      const details = await api.call('projects.details', { id }, { signal });
      if ('header' in details) throw new Error('The service answered with another form of this project.');
      return details;
    },
    [id],
    { reads: changes, isSubject: true },
  );
}

/** Whether one of these writes is allowed now. */
export const mayDo = (project: Project, ...ids: readonly RestEndpointId[]): boolean =>
  ids.some((id) => project.allowed_actions?.includes(id) === true);

/** What a page shows besides, where the person may read it; null otherwise. */
export const ifReadable = <T>(read: Promise<T>): Promise<T | null> =>
  read.catch((error: unknown) => {
    if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return null;
    throw error;
  });

/** Of any write that can be tried: the same checks and answer, and nothing is stored. */
export const TRIAL = { dryRun: true } as const;

const SCALE = ['datasheets', 'comments', 'members'] as const;

/** What a write that was tried would change besides, in words; empty for nothing. */
export function describeAffected(answer: object): string {
  const affected: unknown = Reflect.get(answer, 'affected');
  if (typeof affected !== 'object' || affected === null) return '';
  const parts = SCALE.flatMap((name) => {
    const count = Number(Reflect.get(affected, name));
    return count > 0 ? [`${count} ${count === 1 ? name.slice(0, -1) : name}`] : [];
  });
  return parts.length === 0 ? '' : `It also changes or tells ${parts.join(', ')}.`;
}
