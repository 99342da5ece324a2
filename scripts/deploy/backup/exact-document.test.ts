/** Tests that a BSON document of a backup is inserted again byte for byte. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { BSON, Decimal128, Double, Int32, Long, MaxKey, MinKey, ObjectId, Timestamp, UUID } from 'mongodb';
import { exactDocument } from './exact-document.ts';

const roundTrip = (bytes: Buffer): Buffer => Buffer.from(BSON.serialize(exactDocument(bytes)));

describe('a record as it is inserted again', () => {
  it('keeps every type of BSON, also where JavaScript has one type for several', () => {
    const bytes = Buffer.from(
      BSON.serialize({
        _id: new ObjectId(),
        int: new Int32(7),
        double: new Double(7),
        zero: new Double(-0),
        long: Long.fromString('9007199254740993'),
        short: Long.fromNumber(7),
        decimal: Decimal128.fromString('1.10'),
        date: new Date(-1),
        uuid: new UUID(),
        bytes: new BSON.Binary(Buffer.from([1, 2, 3]), 128),
        time: new Timestamp({ t: 5, i: 6 }),
        pattern: new BSON.BSONRegExp('a+', 'ix'),
        reference: { $ref: 'doors', $id: 3, more: true },
        least: new MinKey(),
        most: new MaxKey(),
        nothing: null,
        list: [new Int32(1), [new Double(2)], { inner: new Double(3) }],
        empty: {},
        none: [],
      }),
    );
    assert.deepEqual(roundTrip(bytes), bytes);
  });

  it('keeps the order of members, which an object gives up where their names are numbers', () => {
    const inner = new Map<string, unknown>([
      ['b', new Int32(1)],
      ['10', new Double(2)],
      [
        '2',
        [
          new Map([
            ['x', 'é'],
            ['1', 'y'],
          ]),
        ],
      ],
    ]);
    const bytes = Buffer.from(
      BSON.serialize(
        new Map<string, unknown>([
          ['_id', 1],
          ['values', inner],
        ]),
      ),
    );
    assert.notDeepEqual(Buffer.from(BSON.serialize(BSON.deserialize(bytes))), bytes, 'an object gives it up');
    assert.deepEqual(roundTrip(bytes), bytes);
  });
});
