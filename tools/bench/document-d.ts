/**
 * Generator of document D of the benchmarks (`docs/hardening.md`): 10 headings, 290 clauses of 30 words and
 * 60 fields, the same in every run. Also rewords one of its clauses, as an edit for a save.
 */
import type { SaveBody } from '../../scripts/import/documents/outline-conversion.ts';

const WORDS =
  'reinforced concrete cementitious aggregate placement reinforcement bearing welded bolted bracing columns slabs footings masonry sealant curing testing sampling batching mixing loading spanning embedment coverage tolerance grading finishing surfaces edges formwork shoring anchorage grouting mortar bricks blocks tiling panels framing doorways glazing roofing drainage piping valves ducts cabling conductors contractor shall'.split(
    ' ',
  );

/** A linear congruential generator: deterministic, and words repeat as in real clauses. */
function* randomNumbers(): Generator<number, never> {
  let state = 1;
  for (;;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state;
  }
}

export type DocumentD = Required<Pick<SaveBody, 'elements' | 'datasheetElements'>>;

/** The document; equal at every call. */
export function generateDocumentD(): DocumentD {
  const random = randomNumbers();
  const sentence = (): string => {
    const words = Array.from({ length: 30 }, () => WORDS[random.next().value % WORDS.length] ?? 'shall');
    return `${words.join(' ')}.`;
  };
  const elements: DocumentD['elements'] = [];
  for (let section = 1; section <= 10; section += 1) {
    elements.push({
      address: `${section}`,
      toc_content: `Section ${section}`,
      content: '',
      attributes: { inToc: true },
    });
    for (let clause = 1; clause <= 29; clause += 1) {
      elements.push({
        address: `${section}.${clause}`,
        toc_content: '',
        content: sentence(),
        attributes: {},
      });
    }
  }
  const datasheetElements = Array.from({ length: 60 }, (_, at): DocumentD['datasheetElements'][number] => ({
    element_address: `${1 + (at % 10)}.${1 + Math.floor(at / 10)}`,
    label: `Quantity ${at + 1}`,
    input_type: 'range',
    unit: 'mm',
    constraint: at % 2 ? 'min' : 'max',
    default_value: String(10 + at),
    order_number: at,
  }));
  return { elements, datasheetElements };
}

/** The document with one clause reworded, as for a save of one edit. */
export function withRewordedClause(document: DocumentD, index: number, word: string): DocumentD {
  const elements = document.elements.map((element, at) =>
    at === index ? { ...element, content: `${String(element.content)} ${word}` } : element,
  );
  return { ...document, elements };
}
