/** Tests of importing IDS files of buildingSMART: specifications as sections, requirements as clauses with fields. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { readDocument } from '../read-document.ts';

const numRuns = Number(process.env.LAW_RUNS ?? 200);
const XS = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"';
const ids = (specifications: string, prefix = 'ids:'): Buffer =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<ids:ids xmlns:ids="http://standards.buildingsmart.org/IDS" ${XS}><ids:info><ids:title>Doors</ids:title><ids:version>2</ids:version></ids:info><ids:specifications>${specifications}</ids:specifications></ids:ids>`.replaceAll(
      'ids:',
      prefix,
    ),
  );
const simple = (name: string, value: string) =>
  `<ids:${name}><ids:simpleValue>${value}</ids:simpleValue></ids:${name}>`;
const restricted = (name: string, facets: string) =>
  `<ids:${name}><xs:restriction base="xs:string">${facets}</xs:restriction></ids:${name}>`;
const specification = (requirements: string, attributes = '', scope = '') =>
  `<ids:specification name="Fire doors" ifcVersion="IFC4" ${attributes}><ids:applicability ${scope}><ids:entity>${simple('name', 'IFCDOOR')}</ids:entity></ids:applicability><ids:requirements>${requirements}</ids:requirements></ids:specification>`;
const property = (value: string, attributes = '') =>
  `<ids:property ${attributes}>${simple('propertySet', 'Pset_Door')}${simple('baseName', 'Rating')}${value}</ids:property>`;
const read = (file: Buffer) => readDocument({ file });
const fieldsOf = (requirement: string) =>
  read(ids(specification(requirement))).document.fields.map(
    ({ label, input_type, options, constraint, default_value, unit }) => [
      label,
      input_type,
      options.join('|'),
      constraint,
      default_value,
      unit,
    ],
  );

describe('an IDS', () => {
  it('has a section for each specification, a clause for each requirement, and notes for instructions', () => {
    const { document, format, changes } = read(
      ids(
        specification(
          property(
            restricted('value', '<xs:enumeration value="EI 30"/><xs:enumeration value="EI 60"/>'),
            'dataType="IFCLABEL" cardinality="optional" instructions="Ask the fire officer."',
          ),
          'identifier="FD-1" description="Doors in fire walls"',
          'minOccurs="0" maxOccurs="unbounded"',
        ),
      ),
    );
    assert.deepEqual([format, document.title, document.description], ['ids', 'Doors', 'Version: 2']);
    assert.deepEqual(
      document.elements.map(({ address, kind, label, toc_content, content }) => [
        address,
        kind,
        label,
        toc_content,
        content,
      ]),
      [
        [
          '1',
          'section',
          'FD-1',
          'Fire doors',
          'Doors in fire walls\n\nIFC: IFC4.\n\nApplies to: Entity "IFCDOOR".\n\nSuch objects are optional.',
        ],
        [
          '1.1',
          'clause',
          undefined,
          'Pset_Door.Rating',
          'Optional. Property "Rating" of "Pset_Door" (IFCLABEL): one of "EI 30", "EI 60".',
        ],
        ['1.1.1', 'note', undefined, 'Instructions', 'Ask the fire officer.'],
      ],
    );
    assert.deepEqual(changes, []);
    assert.deepEqual(
      document.fields.map(({ label, input_type, options }) => [label, input_type, options]),
      [['Pset_Door.Rating', 'select', ['EI 30', 'EI 60']]],
    );
  });

  it('has the limits, types and units of values in its fields', () => {
    assert.deepEqual(
      fieldsOf(
        property(
          restricted('value', '<xs:minInclusive value="0.8"/><xs:maxExclusive value="2"/>'),
          'dataType="IFCLENGTHMEASURE"',
        ),
      ),
      [
        ['Pset_Door.Rating, lower limit', 'range', '', 'min', '0.8', 'm'],
        ['Pset_Door.Rating, upper limit', 'range', '', 'max', '2', 'm'],
      ],
    );
    assert.deepEqual(fieldsOf(property(simple('value', 'true'), 'dataType="IFCBOOLEAN"')), [
      ['Pset_Door.Rating', 'select', 'true|false', null, 'true', null],
    ]);
    assert.deepEqual(fieldsOf(property('', 'dataType="IFCREAL"')), [
      ['Pset_Door.Rating', 'number', '', null, null, null],
    ]);
    assert.deepEqual(fieldsOf(property('', 'cardinality="prohibited"')), []);
    assert.deepEqual(
      fieldsOf(`<ids:partOf><ids:entity>${simple('name', 'IFCWALL')}</ids:entity></ids:partOf>`),
      [],
    );
  });

  it('is read in the words of earlier versions, with any prefix', () => {
    const old = ids(
      specification(
        `<ids:property datatype="IfcText" minOccurs="0" maxOccurs="1">${simple('propertySet', 'P')}${simple('name', 'N')}</ids:property><ids:material maxOccurs="0"/>`,
        '',
        'maxOccurs="0"',
      ),
      '',
    );
    assert.deepEqual(
      read(old).document.elements.map(({ content }) => content.split('\n\n').at(-1)),
      ['There must be no such objects.', 'Optional. Property "N" of "P" (IfcText).', 'Prohibited. Material.'],
    );
  });

  it('reports what it does not know', () => {
    const { changes } = read(ids(specification(`${property('', 'x="1"')}<ids:weather>wet</ids:weather>`)));
    assert.deepEqual(
      changes.map(({ rule, name, from }) => [rule, name, from]),
      [
        ['left-out', 'x', 'x=1'],
        ['left-out', 'weather', 'wet'],
      ],
    );
  });

  it('with a document type, or without specifications, is refused', () => {
    assert.throws(() => read(Buffer.from('<!DOCTYPE ids [<!ENTITY a "b">]><ids>&a;</ids>')), /document type/);
    assert.throws(() => read(Buffer.from('<ids/>')), /is no IDS/);
  });

  it('has every value of its requirements in the text of their clauses', () => {
    const word = fc.stringMatching(/^[a-z][a-z .*+]{0,8}[a-z]$/);
    const facet = fc.tuple(
      fc.constantFrom('enumeration', 'pattern', 'minInclusive', 'maxExclusive', 'length'),
      word,
    );
    fc.assert(
      fc.property(
        fc.array(fc.array(facet, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
        (all) => {
          const requirements = all.map((facets) =>
            property(
              restricted('value', facets.map(([name, value]) => `<xs:${name} value="${value}"/>`).join('')),
            ),
          );
          const clauses = read(ids(specification(requirements.join('')))).document.elements.filter(
            ({ kind }) => kind === 'clause',
          );
          assert.equal(clauses.length, all.length);
          for (const [index, facets] of all.entries())
            for (const [, value] of facets)
              assert.ok(
                clauses[index]?.content.replaceAll('\\', '').includes(value.replaceAll(/ +/g, ' ')),
                value,
              );
        },
      ),
      { numRuns },
    );
  });
});
