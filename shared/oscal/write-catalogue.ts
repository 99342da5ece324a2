/**
 * Writes a standard as an OSCAL catalogue (model 1.1, JSON): sections become groups, clauses controls, notes and the
 * rest parts, fields parameters. An import of it gives a standard with the same content hash. Pure.
 */
import { sha256 } from '../hash.ts';
import type { JsonObject } from '../rest-client/json.ts';
import { parentOf } from '../revisioning/outline/address.ts';
import {
  type ElementContent,
  hashOutlineContent,
  type OutlineContent,
} from '../revisioning/outline/content-hash.ts';
import { isPlainValue, ownProperty } from './own-properties.ts';
import { writeParameter } from './write-parameter.ts';

const OSCAL_VERSION = '1.1.2';
const NOT_KEPT =
  'Not in this catalogue: identities of clauses and fields, tags, images, comments and earlier revisions.';

/** What a catalogue says of the standard as a whole. */
export interface CatalogueHead {
  title: string;
  description: string;
  /** The code of the revision. */
  version: string;
  /** ISO 8601 in UTC. */
  lastModified: string;
  /** Addresses of elements whose words are withheld; they are not in the content. */
  withheld: readonly string[];
}

/** The file, as an object; the same for the same content and head. Elements in outline order. */
export function writeCatalogue(head: CatalogueHead, content: OutlineContent): { catalog: JsonObject } {
  const writer = new CatalogueWriter(new Set(head.withheld));
  const catalog = writer.write(content);
  const hash = hashOutlineContent(content);
  const withheld =
    head.withheld.length === 0
      ? ''
      : ` The words of these clauses are withheld: ${head.withheld.join(', ')}.`;
  return {
    catalog: {
      uuid: uuidOf(JSON.stringify([head.title, head.version, hash])),
      metadata: {
        title: head.title,
        'last-modified': head.lastModified,
        version: head.version,
        'oscal-version': OSCAL_VERSION,
        props: [
          ownProperty('content-hash', hash),
          ...(head.description === '' ? [] : [ownProperty('description', head.description)]),
        ],
        remarks: `${NOT_KEPT}${withheld}`,
      },
      ...catalog,
    },
  };
}

/** A UUID of version 5, which is one of a hash. */
function uuidOf(text: string): string {
  const hex = sha256(text);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

type Form = 'group' | 'control' | 'part';

/** An element that is written, with the lists of what is below it. */
interface Owner {
  form: Form;
  lists: Record<`${Form}s`, JsonObject[]>;
  /** Of the nearest group or control, which alone have parameters. */
  parameters: JsonObject[];
  address: string;
}

class CatalogueWriter {
  readonly #withheld: ReadonlySet<string>;
  readonly #written: JsonObject[] = [];

  constructor(withheld: ReadonlySet<string>) {
    this.#withheld = withheld;
  }

  write({ elements, fields }: OutlineContent): JsonObject {
    const fieldsOf = Map.groupBy(fields, ({ element_address }) => element_address);
    const lists: Owner['lists'] = { groups: [], controls: [], parts: [] };
    const owners = new Map<string, Owner>();
    for (const element of elements) {
      const above = owners.get(parentOf(element.address) ?? '');
      const form = formOf(element, above?.form);
      const ofAbove = form === 'part' ? above : undefined;
      const owner: Owner = {
        form,
        lists: { groups: [], controls: [], parts: [] },
        parameters: ofAbove?.parameters ?? [],
        address: ofAbove?.address ?? element.address,
      };
      owners.set(element.address, owner);
      const written = this.#writeElement(element, owner);
      (above?.lists ?? lists)[`${form}s`].push(written);
      this.#written.push(written);
      for (const [index, field] of (fieldsOf.get(element.address) ?? []).entries())
        owner.parameters.push(writeParameter(field, `${idOf(element)}_p${index + 1}`, owner.address));
    }
    const catalog = { groups: lists.groups, controls: lists.controls };
    for (const object of [catalog, ...this.#written]) removeEmptyLists(object);
    return catalog;
  }

  #writeElement(element: ElementContent, { form, lists, parameters }: Owner): JsonObject {
    const { address, content, kind, label, toc_content } = element;
    const printed = label ?? address;
    const props = [
      { name: 'label', value: isPlainValue(printed) ? printed : address },
      ownProperty('address', address),
      ownProperty('kind', kind),
      ...(label === undefined ? [] : [ownProperty('printed-number', label)]),
      ...(toc_content === '' && form !== 'part' ? [ownProperty('heading', '')] : []),
      ...(this.#withheld.has(address) ? [ownProperty('withheld', 'true')] : []),
    ];
    const id = idOf(element);
    const prose = content === '' ? {} : { prose: content };
    if (form === 'part') {
      const title = toc_content === '' ? {} : { title: toc_content };
      return {
        id,
        name: kind === 'note' ? 'guidance' : 'item',
        ...title,
        props,
        ...prose,
        parts: lists.parts,
      };
    }
    if (content !== '') lists.parts.push({ id: `${id}_smt`, name: OWN_TEXT[form], ...prose });
    const title = toc_content === '' ? printed : toc_content;
    return { id, title, props, params: parameters, ...lists };
  }
}

const OWN_TEXT = { group: 'overview', control: 'statement' } as const;
const idOf = ({ address }: ElementContent): string => `clause-${address}`;

/** Groups contain groups and controls, controls contain controls; everything else is a part. */
function formOf({ kind }: ElementContent, above: Form | undefined): Form {
  if (above === undefined) return kind === 'section' ? 'group' : 'control';
  if (kind === 'section' && above === 'group') return 'group';
  return kind === 'clause' && above !== 'part' ? 'control' : 'part';
}

/** Takes out lists that stayed empty, which OSCAL does not accept. */
function removeEmptyLists(object: JsonObject): void {
  for (const [name, value] of Object.entries(object))
    if (Array.isArray(value) && value.length === 0) delete object[name];
}
