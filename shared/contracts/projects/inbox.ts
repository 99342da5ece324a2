/** Contract of the internal action that answers which requests and comments wait for the caller. */
import { internalAction } from '../endpoint.ts';
import { inboxLength, inboxPart } from '../inbox-shapes.ts';

export const projectInboxActions = {
  'projects.inbox': internalAction({
    group: 'projects',
    mutates: false,
    calledBy: ['identity'],
    summary:
      'Sponsorship requests to the company that the caller administers, and open comments that are with its party, newest first',
    params: { limit: inboxLength },
    returns: inboxPart,
  }),
} as const;
