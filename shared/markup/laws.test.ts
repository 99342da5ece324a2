/** The laws of the markup, such as parse(serialise(x)) = x, on generated input. Source: decisions M. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { compareAddresses } from '../revisioning/outline/address.ts';
import type { ElementContent, FieldContent } from '../revisioning/outline/content-hash.ts';
import { arbitraryContent, arbitraryOutline, arbitraryText } from './arbitraries.fixture.ts';
import { compareFields } from './field-order.ts';
import { normaliseContent, normaliseHeading } from './normalise.ts';
import { parseMarkup } from './parse.ts';
import type { ParsedMarkup } from './parsed-markup.ts';
import { serialiseMarkup } from './serialise.ts';

const numRuns = Number(process.env.LAW_RUNS ?? 300);

function withoutLines(parsed: ParsedMarkup): { elements: ElementContent[]; fields: FieldContent[] } {
  return {
    elements: parsed.elements.map(({ line: _, ...element }) => element),
    fields: parsed.fields.map(({ line: _, ...field }) => field),
  };
}

describe('laws of the markup', () => {
  it('parse(serialise(x)) = x for every valid outline in normal form', () => {
    fc.assert(
      fc.property(arbitraryOutline, (outline) => {
        const text = serialiseMarkup(outline);
        const parsed = parseMarkup(text);
        assert.deepEqual(parsed.errors, [], text);
        assert.deepEqual(withoutLines(parsed), {
          elements: outline.elements.toSorted((a, b) => compareAddresses(a.address, b.address)),
          fields: outline.fields.toSorted(compareFields),
        });
      }),
      { numRuns },
    );
  });

  it('serialise(parse(t)) is stable for every text that parses', () => {
    fc.assert(
      fc.property(arbitraryText, (text) => {
        const once = parseMarkup(`# 1 Scope\n\n${text}`);
        fc.pre(once.errors.length === 0);
        const written = serialiseMarkup(once);
        const twice = parseMarkup(written);
        assert.deepEqual(twice.errors, [], written);
        assert.deepEqual(withoutLines(twice), withoutLines(once));
        assert.equal(serialiseMarkup(twice), written);
      }),
      { numRuns },
    );
  });

  it('normal forms are normal: normalising twice changes nothing', () => {
    fc.assert(
      fc.property(arbitraryContent, (content) => {
        assert.equal(normaliseContent(normaliseContent(content)), normaliseContent(content));
        assert.equal(normaliseHeading(normaliseHeading(content)), normaliseHeading(content));
      }),
      { numRuns },
    );
  });

  it('in normal form there is no CR, no byte order mark, no blank line at either end, and a heading is one line (X8)', () => {
    fc.assert(
      fc.property(arbitraryContent, (content) => {
        const normal = normaliseContent(content);
        const lines = normal.split('\n');
        assert.doesNotMatch(normal, /[\r\ufeff]/);
        assert.ok(
          normal === '' || [lines.at(0), lines.at(-1)].every((line) => /[^ \t]/.test(line ?? '')),
          JSON.stringify(normal),
        );
        assert.doesNotMatch(normaliseHeading(content), /[\r\n\ufeff]|^[ \t]|[ \t]$/);
      }),
      { numRuns },
    );
  });

  it('a text reads the same with any line ends, and with byte order marks anywhere (X8)', () => {
    const marks = fc.array(fc.nat(), { maxLength: 4 });
    fc.assert(
      fc.property(
        arbitraryOutline,
        fc.constantFrom('\n', '\r\n', '\r'),
        marks,
        (outline, lineEnd, places) => {
          const text = serialiseMarkup(outline);
          let sent = text.replaceAll('\n', lineEnd);
          for (const place of places) {
            const at = place % (sent.length + 1);
            sent = `${sent.slice(0, at)}\ufeff${sent.slice(at)}`;
          }
          assert.deepEqual(parseMarkup(sent), parseMarkup(text));
        },
      ),
      { numRuns },
    );
  });

  it('no text throws, and every line of it is in the frontmatter, an element, a field or an error', () => {
    fc.assert(
      fc.property(arbitraryText, (text) => {
        // Each line gets a word of its own, which must turn up again.
        const lines = text
          .split(/\r\n?|\n/)
          .map((line, index) => (/[^ \t]/.test(line) ? `${line} w${index}w` : line));
        const parsed = parseMarkup(lines.join('\n'));
        // Only the first hundred errors are told.
        fc.pre(parsed.errorCount === parsed.errors.length);
        const kept = JSON.stringify([parsed.elements, parsed.fields, parsed.frontmatter]);
        const structure = new Set(parsed.fields.map((field) => field.line));
        const errors = parsed.errors.map((error) => error.line);
        for (const [index, line] of lines.entries()) {
          if (!line.includes(`w${index}w`) || kept.includes(`w${index}w`)) continue;
          // A run of text outside, or a block with an error, is reported by its first line.
          const reported = errors.some((error) => error <= index + 1);
          assert.ok(
            reported || structure.has(index + 1),
            `line ${index + 1} was dropped: ${JSON.stringify(line)}`,
          );
        }
      }),
      { numRuns },
    );
  });
});
