/** Tests of the recorded examples of the OpenAPI document: complete, and valid by the schemas next to them. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { ajv, examples, nodes, operationOf, published } from '../openapi-document.ts';

describe('the examples of the OpenAPI document', () => {
  const open = published.filter(({ spec }) => !spec.closed);

  it('every open operation has them, but for the bytes of files; a closed one has none (A9)', () => {
    const expected = open.filter(({ spec }) => !spec.responseType).map(({ id }) => id);
    assert.deepEqual(Object.keys(examples).sort(), expected.sort());
    for (const { id, spec } of open) {
      const { requestBody, responses } = operationOf(spec);
      const contents = Object.entries(Object(Object(requestBody).content));
      assert.ok(
        contents.every(
          ([type, content]) => type === 'application/octet-stream' || 'example' in Object(content),
        ),
        id,
      );
      const shown = Object.values(Object(responses)).filter((response) =>
        Object.hasOwn(Object(Object(Object(response).content)['application/json']), 'example'),
      );
      assert.equal(shown.length, spec.responseType ? 0 : 1, id);
    }
  });

  it('each is valid by the schema beside it (A9)', () => {
    const media = nodes.filter(([, node]) => 'example' in node && 'schema' in node);
    assert.ok(media.length > open.length);
    for (const [path, { schema, example }] of media) {
      // Its references are those of the document.
      const isValid = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')));
      assert.ok(isValid(example), `${path}: ${ajv.errorsText(isValid.errors)}`);
    }
  });

  it('none has a secret, nor a text without a meaning (A9)', () => {
    assert.doesNotMatch(
      JSON.stringify(examples),
      /css_(?:test|live)_\w|\blorem\b|\bfoo\b|"(?!type")\w+":"(?:a|string)"/i,
    );
  });
});
