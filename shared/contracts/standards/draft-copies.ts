/**
 * Contracts of the internal actions by which projects customises a standard in a draft: the copy is the first
 * step, the pin in projects the second (P16).
 */
import { revisionRef } from '../common-shapes.ts';
import { internalAction } from '../endpoint.ts';
import * as s from '../schema.ts';

export const draftCopyActionContracts = {
  'standards.draftCopies.create': internalAction({
    group: 'standards',
    mutates: true,
    auditEntry: 'caller',
    calledBy: ['projects'],
    summary:
      'Copies a standard into a project, hidden until the draft pins the copy; 404 when the caller may not read the standard by its own scope (X11)',
    params: {
      standard_id: s.id,
      project_id: s.id,
      /** The change of the draft that pins the copy; its outcome decides whether the copy stays. */
      change_id: s.uuid,
      name: s.nameText(300),
      /** A section of the project. */
      category_id: s.id,
      /** The revision the caller chose. */
      revision_id: s.optional(s.id),
      /** The revision to copy without one; default: the current revision. */
      pinned_revision_id: s.optional(s.id),
    },
    returns: s.object({
      standard_id: s.id,
      name: s.text,
      description: s.text,
      library: s.object({ id: s.id, name: s.text }),
      revision: revisionRef,
      copied_revision: revisionRef,
    }),
  }),
  'standards.draftCopies.settle': internalAction({
    group: 'standards',
    mutates: true,
    auditEntry: 'caller',
    calledBy: ['projects'],
    summary: 'Shows a copy that the draft pins, or removes one that it never will',
    params: { standard_id: s.id },
    returns: s.object({}),
  }),
} as const;
