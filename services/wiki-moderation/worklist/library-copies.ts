/**
 * Finds, through the standards service, the texts that held clauses have in library standards and their customised
 * copies, and whether one of them differs from the edition.
 */
import { callAsService, type Node } from '../../../shared/kernel/node/node.ts';
import { clauseTextHashes } from '../../../shared/revisioning/outline/content-hash.ts';
import type { MatterRecord } from './model.ts';

/** The copies of one held clause. */
export interface ClauseCopies {
  texts: { revisionId: number; text: string }[];
  /** Whether one of them has another text than the edition. */
  differ: boolean;
}

/**
 * The copies of the clauses of open matters, by matter.
 * @throws SERVICE_UNAVAILABLE while standards is unavailable
 */
export async function findCopies(
  node: Node,
  matters: readonly MatterRecord[],
): Promise<Map<number, ClauseCopies>> {
  const ofClauses = matters.flatMap(({ _id, state, edition_id, address, text_hash }) =>
    state === 'open' && address !== null ? [{ id: _id, edition_id, address, text_hash }] : [],
  );
  if (ofClauses.length === 0) return new Map();
  const { clauses } = await callAsService(node, 'wiki-moderation', 'standards.heldClauseCopies', {
    clauses: ofClauses.map(({ edition_id, address }) => ({ adopted_revision_id: edition_id, address })),
  });
  return new Map(
    ofClauses.map(({ id, text_hash }, place) => {
      const copies = clauses[place]?.copies ?? [];
      return [
        id,
        {
          texts: copies.map(({ revision_id, toc_content, content }) => ({
            revisionId: revision_id,
            text: [toc_content, content].filter((part) => part !== '').join('\n'),
          })),
          differ: copies.some((copy) => !isSameText(copy, text_hash)),
        },
      ];
    }),
  );
}

const isSameText = (copy: { toc_content: string; content: string }, hash: string | null): boolean =>
  hash === null ? copy.toc_content + copy.content === '' : clauseTextHashes(copy).includes(hash);
