/** Handler of the endpoint that lists the topic tags, which wiki-moderation calls too. */
import type { standardReadEndpoints } from '../../../shared/contracts/standards/reading.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/implement-action.ts';
import type { Tags } from './repository.ts';

type TagContracts = Pick<typeof standardReadEndpoints, 'standards.tags.list'>;

interface Deps {
  tags: Tags;
}

export const tagActions = ({ tags }: Deps): Handlers<TagContracts, NoResources> => ({
  async 'standards.tags.list'() {
    const rows = await tags.list();
    return {
      tags: rows.map(({ _id, name, group, active }) => ({ id: _id, name, group, active })),
      total: rows.length,
    };
  },
});
