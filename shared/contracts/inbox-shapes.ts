/** What waits for an account, as the services answer it for their own records, and the bounds of such a list. */
import { resourceReference } from './common-shapes.ts';
import * as s from './schema.ts';

/** One thing that waits. */
export const inboxItem = s.named(
  'InboxItem',
  s.object({
    kind: s.text,
    /** Of the invitation, request, comment, matter, edition, account or notification that waits. */
    id: { type: 'multi', rules: [s.integer, s.text] },
    title: s.text,
    /** The company, project or wiki page that it belongs to. */
    about: s.nullable(resourceReference),
    /** The path of the API where it is read. */
    link: s.text,
    since: s.time,
  }),
);

/** Items of one service, newest first; `total` counts those that are left out too. */
export const inboxPart = s.object({ items: s.list(inboxItem), total: s.integer });

export type InboxItem = s.Infer<typeof inboxItem>;
export type InboxPart = s.Infer<typeof inboxPart>;

/** The number of items at the head of the list that a service is asked for. */
export const inboxLength = { type: 'number', integer: true, min: 1, max: 1_200 } as const;
