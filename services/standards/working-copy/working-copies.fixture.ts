/** Test fixture: a node with standards, projects and audit, and calls that save and read working copies. */
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../../shared/contracts/index.ts';
import type { Principal } from '../../../shared/kernel/auth/principal.ts';
import { lead } from '../../../test/people.ts';
import { type TestNode, useNode } from '../../../test/service-node.ts';
import { StandardsWorld, type WorkingCopyResult } from '../../../test/world/standards-world.ts';

interface WorkingCopies {
  node: TestNode;
  world: StandardsWorld;
  /** Saves a body, valid or not. */
  save(
    id: number,
    more: object,
    who?: Principal,
  ): Promise<ResultOf<EndpointMap['standards.workingCopy.save']>>;
}

/** For the tests of a file or `describe`. */
export function useWorkingCopies(): WorkingCopies {
  const node = useNode(['standards', 'projects', 'audit']);
  return {
    node,
    world: new StandardsWorld(node),
    save: (id, more, who = lead) => node.call(who, 'standards.workingCopy.save', { id, ...more }),
  };
}

/** The text of the clause at this address. */
export const textOf = ({ elements }: WorkingCopyResult, address: string): string | undefined =>
  elements.find((element) => element.address === address)?.content;
