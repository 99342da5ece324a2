/** Real specifications from `test/corpora`, as the elements and fields of a working-copy save. */
import { readFileSync } from 'node:fs';
import type { MarkupSource } from '../../shared/markup/serialise.ts';
import type { EndpointParams } from '../rest-client/endpoint-requests.ts';
import { numberSectionsFromOne } from './section-numbers.ts';

type Save = EndpointParams<'standards.workingCopy.save'>;
type Element = NonNullable<Save['elements']>[number];
type Field = NonNullable<Save['datasheetElements']>[number];

interface CorpusElement {
  address: string;
  heading?: string;
  content: string;
  kind: 'section' | 'clause' | 'note';
}
interface CorpusField {
  element_address?: string;
  label: string;
  input_type: Field['input_type'];
  options?: string[];
  unit?: string;
  constraint?: 'min' | 'max';
  default_value?: string;
}

const read = (path: string): string =>
  readFileSync(new URL(`../../test/corpora/${path}`, import.meta.url), 'utf8');

interface CorpusDocument {
  title: string;
  elements: Element[];
  fields: Field[];
}

/**
 * A document of the corpora with its fields, made valid: numbers start at 1, labels are unique within a
 * clause.
 */
export function loadDocument(elementsFile: string, fieldsFile?: string): CorpusDocument {
  const { title, elements }: { title: string; elements: CorpusElement[] } = JSON.parse(
    read(`elements/${elementsFile}.json`),
  );
  const { fields }: { fields: CorpusField[] } = fieldsFile
    ? JSON.parse(read(`fields/${fieldsFile}.json`))
    : { fields: [] };
  return { title, elements: numberSectionsFromOne(elements).map(toElement), fields: toValidFields(fields) };
}

const toElement = ({ address, heading, content, kind }: CorpusElement): Element => ({
  address,
  toc_content: heading ?? '',
  content,
  attributes: kind === 'section' ? { inToc: true } : kind === 'note' ? { isNote: true } : {},
});

/** An element as the markup serialiser takes it. */
export const toMarkupElement = ({
  address,
  toc_content = '',
  content = '',
  attributes,
}: Element): MarkupSource['elements'][number] => ({
  address,
  kind: attributes?.inToc ? 'section' : attributes?.isNote ? 'note' : 'clause',
  toc_content,
  content,
});

/**
 * Removes words that repeat the constraint, and makes labels unique in each clause (document 1, Datasheet
 * field definition).
 */
function toValidFields(fields: CorpusField[]): Field[] {
  const labelCounts = new Map<string, number>();
  return fields.flatMap(
    ({ element_address, label, input_type, options, unit, constraint, default_value }) => {
      if (!element_address) return [];
      const plain =
        label
          .replace(/\b(minimum|maximum)\b/gi, '')
          .replace(/\s+/g, ' ')
          .replace(/[\s,–-]+$/, '')
          .trim() || 'Value';
      const key = `${element_address} ${plain}`;
      const count = (labelCounts.get(key) ?? 0) + 1;
      labelCounts.set(key, count);
      return [
        {
          element_address,
          label: count === 1 ? plain : `${plain} (${count})`,
          input_type,
          ...(options ? { options } : {}),
          ...(unit ? { unit } : {}),
          ...(constraint ? { constraint } : {}),
          ...(default_value === undefined ? {} : { default_value }),
        },
      ];
    },
  );
}
