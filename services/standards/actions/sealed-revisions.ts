/** Finds sealed revisions for readers whose access the calling service has checked. */
import type { StandardsService } from '../open-standards.ts';

/** A revision with its holds, its content and its standard; null where either is gone. */
export async function findSealedRevision(
  { revisions, standards, contents }: Pick<StandardsService, 'revisions' | 'standards' | 'contents'>,
  id: number,
) {
  const sealed = await revisions.find(id);
  const standard = sealed && (await standards.find(sealed.standard_id));
  const revision = standard && (await revisions.findWithHolds(id, standard));
  return revision ? { revision, standard, content: await contents.get(revision.content_id) } : null;
}
