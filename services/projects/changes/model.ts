/** Record and collection of the changes of projects, numbered without gaps for each project. */
import type { fileFacts } from '../../../shared/contracts/projects/internal.ts';
import type {
  ProjectChangeKind,
  ProjectChangeSubject,
} from '../../../shared/contracts/projects/vocabulary.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { defineCollection } from '../../../shared/kernel/database/records.ts';
import type { Person } from '../../../shared/kernel/service/request-context.ts';

export type { ProjectChangeKind };

/** The kind of a change; the parts of a changed draft are in its version. */
export interface ProjectChange {
  kind: ProjectChangeKind;
  by: Person;
  /** The draft, or the revision that was published; null where the project itself changed. */
  revision: { id: number; code: string } | null;
  /** An invitation has a UUID. */
  subject?: { type: ProjectChangeSubject; id: number | string };
  /** Whose seat or sponsorship it is, where only that person and administrators see it. */
  person_id?: number;
  /** For a change of a file: the facts that decide who may read it. */
  file?: Infer<typeof fileFacts>;
  /** The version of the draft, where it was changed. */
  version?: string;
}

export interface ProjectChangeRecord extends ProjectChange {
  _id: string;
  project_id: number;
  /** 1, 2, 3 … in each project. */
  sequence: number;
  at: Date;
}

export const projectChangeCollection = defineCollection<ProjectChangeRecord>('project_changes', [
  [{ project_id: 1, sequence: 1 }, { unique: true }],
]);
