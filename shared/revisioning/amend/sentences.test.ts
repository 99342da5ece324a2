/** Tests of the sentences of an amendment. */
import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import { PLAIN_FIELD } from '../../../test/plain-field.ts';
import type { Instruction } from './instructions.ts';
import { listInstructions, sayInstruction } from './sentences.ts';

const substitute = (words: string | null, other: string, part: 'text' | 'heading' = 'text'): Instruction => ({
  action: 'substitute',
  clause: '2.1.3',
  part,
  words,
  substitute: other,
});

test('an instruction is said as an office writes it (S25)', () => {
  const said: [Instruction, string][] = [
    [substitute('150 mm', '200 mm'), 'In 2.1.3 for "150 mm" substitute "200 mm"'],
    [substitute(' old', ''), 'In 2.1.3 omit " old"'],
    [substitute('of ', 'of sound '), 'In 2.1.3 after "of " insert "sound "'],
    [substitute('Walls', 'Outer Walls', 'heading'), 'In the heading of 2.1.3 before "Walls" insert "Outer "'],
    [substitute(null, 'New.'), 'For the text of 2.1.3 substitute "New."'],
    [substitute(null, '', 'heading'), 'Omit the heading of 2.1.3'],
    [{ action: 'kind', clause: '2', kind: 'note' }, 'Make 2 a note'],
    [{ action: 'delete', clause: '2', below: true }, 'Delete 2'],
    [{ action: 'delete', clause: '2', below: false }, 'Delete 2, but not the clauses below it'],
    [{ action: 'move', clause: '2', to: '4.1' }, 'Move 2 to 4.1'],
    [{ action: 'renumber', clause: '2', last: null, to: '3' }, 'Renumber 2 as 3'],
    [
      { action: 'renumber', clause: '2', last: '9', to: '3' },
      'Renumber 2 to 9 as 3 and the numbers that follow',
    ],
    [
      { action: 'insert', clause: '2', kind: 'clause', heading: 'Walls', text: 'Brick.' },
      'Insert clause 2 with the heading "Walls" and the text "Brick."',
    ],
    [{ action: 'insert', clause: '2', kind: 'note', heading: '', text: '' }, 'Insert note 2'],
    [
      { action: 'change_field', clause: '2', label: 'Grade', field: { default_value: null, unit: 'mm' } },
      'In the field "Grade" of 2 set the default value to none and the unit to "mm"',
    ],
    [
      { action: 'insert_field', clause: '2', field: { ...PLAIN_FIELD, options: ['a', 'b'], label: 'Grade' } },
      'Insert in 2 the field "Grade" with the input type "text" and the options "a", "b"',
    ],
    [{ action: 'move_field', clause: '2', label: 'Grade', to: '3' }, 'Move the field "Grade" of 2 to 3'],
    [{ action: 'delete_field', clause: '2', label: 'Grade' }, 'Delete the field "Grade" of 2'],
    [{ action: 'amend_withheld', clause: '2' }, '2 is amended; its words are withheld'],
    [{ action: 'insert_withheld', clause: '2' }, 'Insert 2; its words are withheld'],
  ];
  for (const [instruction, sentence] of said) assert.equal(sayInstruction(instruction), sentence);
});

test('in markdown the words are shown as they are, long ones in a block of their own (S25)', () => {
  assert.equal(
    listInstructions([substitute('*a*', '[b]'), substitute(null, 'One:\n\n```\ncode\n```')]),
    [
      '1. In 2.1.3 for "\\*a\\*" substitute "\\[b\\]"',
      '2. For the text of 2.1.3 substitute ',
      '',
      '   ````',
      '   One:',
      '',
      '   ```',
      '   code',
      '   ```',
      '   ````',
      '',
    ].join('\n'),
  );
  assert.equal(listInstructions([]), '');
});
