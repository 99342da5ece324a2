/**
 * Preparation of a stale save: reads the working copy, saves its first clause twice, and gives the
 * parameters that the reader of the old version would send.
 */

import type { EndpointParams, EndpointResult } from '../../shared/rest-client/endpoint-types.ts';
import type { TenantResources } from '../../tools/world/population.ts';
import { baseOf } from '../../tools/world/standards.ts';

type Save = EndpointParams<'standards.workingCopy.save'>;
type Clause = EndpointResult<'standards.workingCopy.get'>['elements'][number];

/** A stale version of the working copy, with the parameters that its reader would send. */
interface StaleRead extends Pick<Save, 'baseVersion' | 'baseElements'> {
  /**
   * All clauses, with other words in the first clause (saved meanwhile by somebody else as well) or in the
   * second.
   */
  elements(edit: 'the same clause' | 'another clause'): Clause[];
  /** The clause that was saved meanwhile. */
  elementId: number;
  /** The version between the two saves. */
  between: string;
}

let words = 0;

/** Reads the working copy, then saves its first clause twice. */
export async function createStaleRead({ key, standardId: id }: TenantResources): Promise<StaleRead> {
  const copy = await key.call('standards.workingCopy.get', { id });
  const { elements } = copy;
  const [first, second] = elements.filter(({ content }) => content !== '');
  const reworded = (clause: Clause | undefined): Clause[] => {
    words += 1;
    return elements.map((each) =>
      each === clause ? { ...each, content: `Other words, number ${words}.` } : each,
    );
  };
  const between = await key.call('standards.workingCopy.save', { id, elements: reworded(first) });
  await key.call('standards.workingCopy.save', { id, elements: reworded(first) });
  return {
    ...baseOf(copy),
    elements: (edit) => reworded(edit === 'another clause' ? second : first),
    elementId: first?.element_id ?? 0,
    between: between.version,
  };
}
