/** A read that others have saved over: what the channels differ in most. */
import type { Sent, Told } from '../../scripts/rest-client/endpoints.ts';
import type { Belongings } from '../site/population.ts';

type Save = Sent<'standards.workingCopy.save'>;
type Clause = Told<'standards.workingCopy.get'>['elements'][number];

/** A version of the working copy that two later saves have left behind, with what its reader would send. */
export interface Stale extends Pick<Save, 'baseVersion' | 'baseElements'> {
  /** All clauses, with other words in the first clause (saved meanwhile by somebody else as well) or in the second. */
  elements(edit: 'the same clause' | 'another clause'): Clause[];
  /** The clause that was saved meanwhile. */
  elementId: number;
  /** The version between the two saves. */
  between: string;
}

let words = 0;

/** Reads the working copy, then saves its first clause twice. */
export async function fallBehind({ key, standardId: id }: Belongings): Promise<Stale> {
  const { version, elements } = await key.call('standards.workingCopy.get', { id });
  const [first, second] = elements.filter(({ content }) => content !== '');
  const reworded = (clause: Clause | undefined): Clause[] => {
    words += 1;
    return elements.map((each) => (each === clause ? { ...each, content: `Other words, number ${words}.` } : each));
  };
  const between = await key.call('standards.workingCopy.save', { id, elements: reworded(first) });
  await key.call('standards.workingCopy.save', { id, elements: reworded(first) });
  return {
    baseVersion: version,
    baseElements: elements.map(({ element_id, address, hash = '' }) => ({ elementId: element_id, address, hash })),
    elements: (edit) => reworded(edit === 'another clause' ? second : first),
    elementId: first?.element_id ?? 0,
    between: between.version,
  };
}
