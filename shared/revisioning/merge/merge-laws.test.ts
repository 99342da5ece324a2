/** Laws of the outline merge, held against generated histories. */
import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import fc from 'fast-check';
import { findMovedClauses } from '../compare/moved-clauses.ts';
import { indexClauses, isSameField } from '../outline/clause.ts';
import { hashContent } from '../outline/content-hash.ts';
import {
  anyOutline,
  anyScript,
  applyEdits,
  type History,
  historyArbitrary,
  LAW_RUNS,
  wordingScript,
} from '../outline/histories.fixture.ts';
import type { Outline } from '../outline/outline.ts';
import { findStoredProblems } from '../outline/stored-outline.fixture.ts';
import { decideClause, type Side } from './decide-axis.ts';
import { mergeOutlines, mergeTrees } from './merge-outline.ts';
import type { OutlineMerge } from './merge-result.ts';
import { foldedMine } from './plans.fixture.ts';

const anyHistory = historyArbitrary(anyScript);

/** Fails unless the law holds for every generated value. */
const holds = <T>(generated: fc.Arbitrary<T>, law: (value: T) => void): void =>
  fc.assert(fc.property(generated, law), { numRuns: LAW_RUNS });

function idsOf(outline: Outline): number[] {
  return outline.elements.map((element) => element.element_id).sort((a, b) => a - b);
}

function assertLegal(outline: Outline): void {
  assert.deepEqual(findStoredProblems(outline), []);
}

/** Resolves whatever is reported until nothing is; `choose` picks the side for a clause. */
function resolve(
  history: History,
  choose: (elementId: number) => Side,
): { merge: OutlineMerge; chosen: Map<number, Side> } {
  const chosen = new Map<number, Side>();
  for (let round = 0; round < 50; round++) {
    const merge = mergeOutlines({
      base: history.base,
      theirs: history.x,
      mine: history.y,
      resolutions: chosen,
    });
    if (merge.outline !== null) return { merge, chosen };
    const before = chosen.size;
    for (const { element_id } of [...merge.conflicts, ...merge.fieldConflicts]) {
      if (element_id !== null && !chosen.has(element_id)) chosen.set(element_id, choose(element_id));
    }
    assert.ok(chosen.size > before, 'every open conflict names a clause that can be resolved');
  }
  return assert.fail('resolving did not end');
}

test('histories are valid outlines', () => {
  holds(anyHistory, ({ base, x, y }) => {
    for (const outline of [base, x, y]) assertLegal(outline);
  });
});

test('merge(base, x, base) = x and merge(base, base, x) = x (S26)', () => {
  holds(anyHistory, ({ base, x }) => {
    assert.deepEqual(mergeOutlines({ base, theirs: x, mine: base }).outline, x);
    assert.deepEqual(mergeOutlines({ base, theirs: base, mine: x }).outline, x);
  });
});

test('merge(base, x, x) = x (S26)', () => {
  holds(anyHistory, ({ base, x }) => {
    assert.deepEqual(mergeOutlines({ base, theirs: x, mine: x }).outline, x);
  });
});

test('a merge is the same whoever saves first, up to the names of the sides (S26)', () => {
  const mirrored: Record<string, string> = {
    changed_deleted: 'deleted_changed',
    deleted_changed: 'changed_deleted',
  };
  holds(anyHistory, ({ base, x, y }) => {
    const one = mergeOutlines({ base, theirs: x, mine: y });
    const two = mergeOutlines({ base, theirs: y, mine: x });
    assert.equal(one.outline === null, two.outline === null);
    if (one.outline !== null && two.outline !== null)
      assert.equal(hashContent(one.outline), hashContent(two.outline));
    const rows = (merge: OutlineMerge, mirror: boolean) =>
      merge.conflicts
        .map(({ reason, baseAddress, theirsAddress, mineAddress }) =>
          mirror
            ? [mirrored[reason] ?? reason, baseAddress, mineAddress, theirsAddress].join()
            : [reason, baseAddress, theirsAddress, mineAddress].join(),
        )
        .sort();
    assert.deepEqual(rows(one, false), rows(two, true));
  });
});

test('architecture 3: the result is a valid outline or a named conflict', () => {
  holds(anyHistory, ({ base, x, y }) => {
    const { outline, conflicts, fieldConflicts } = mergeOutlines({ base, theirs: x, mine: y });
    if (outline === null) assert.ok(conflicts.length + fieldConflicts.length > 0);
    else assertLegal(outline);
  });
});

test('architecture 3: nothing lost, nothing doubled', () => {
  holds(anyHistory, (history) => {
    const { base, x, y } = history;
    const { outline } = mergeOutlines({ base, theirs: x, mine: y });
    if (outline === null) return;
    const mine = foldedMine(history);
    const [inBase, inX, inY] = [base, x, mine].map((side) => new Set(idsOf(side)));
    const isDeleted = (id: number) => inBase?.has(id) && !(inX?.has(id) && inY?.has(id));
    const expected = [...new Set([...idsOf(x), ...idsOf(mine)])]
      .filter((id) => !isDeleted(id))
      .sort((a, b) => a - b);
    assert.deepEqual(idsOf(outline), expected);
  });
});

test('every axis of a merged clause is the side that changed it (S18)', () => {
  holds(anyHistory, (history) => {
    const { base, x, y } = history;
    const { outline } = mergeOutlines({ base, theirs: x, mine: y });
    if (outline === null) return;
    const [b, t, merged] = [indexClauses(base), indexClauses(x), indexClauses(outline)];
    const m = indexClauses(foldedMine(history));
    const isRenumbered = (id: number): boolean => {
      const clause = b.get(id);
      return [t, m].some((side) => {
        const other = side.get(id);
        return !!clause && other?.parentId === clause.parentId && other.ordinal !== clause.ordinal;
      });
    };
    const renumbered = new Set([...b.keys()].filter(isRenumbered).map((id) => b.get(id)?.parentId));
    for (const [id, clause] of merged) {
      const [from, their, my] = [b.get(id), t.get(id), m.get(id)];
      const pick = <T>(base: T | undefined, theirs: T | undefined, mine: T | undefined) =>
        my === undefined || (their !== undefined && mine === base) ? theirs : mine;
      // Both may have put it there under different numbers, because of what else they did.
      const isTogether = their !== undefined && their.parentId === my?.parentId;
      const place = (situated: typeof from) =>
        situated &&
        [situated.parentId, isTogether || renumbered.has(situated.parentId) ? null : situated.ordinal].join(
          '/',
        );
      assert.equal(
        clause.element.content,
        pick(from?.element.content, their?.element.content, my?.element.content),
      );
      const heading = pick(from?.element.toc_content, their?.element.toc_content, my?.element.toc_content);
      assert.equal(clause.element.toc_content, heading);
      assert.equal(clause.element.kind, pick(from?.element.kind, their?.element.kind, my?.element.kind));
      assert.equal(place(clause), pick(place(from), place(their), place(my)));
    }
  });
});

test('without structure changes, a conflict if and only if both changed one axis differently (S18, S26)', () => {
  holds(historyArbitrary(wordingScript), ({ base, x, y }) => {
    const merge = mergeOutlines({ base, theirs: x, mine: y });
    const [b, t, m] = [indexClauses(base), indexClauses(x), indexClauses(y)];
    const expected: number[] = [];
    for (const [id, their] of t) {
      const my = m.get(id);
      if (my && Object.values(decideClause(b.get(id), their, my)).includes('conflict')) expected.push(id);
    }
    assert.deepEqual(merge.conflicts.map((conflict) => conflict.element_id).sort(), expected.sort());
    const fieldIds = new Set(
      [base, x, y].flatMap((outline) => outline.fields.map((field) => field.field_id)),
    );
    const find = (outline: Outline, id: number) => outline.fields.find((field) => field.field_id === id);
    const disputed = [...fieldIds].filter((id) => {
      const [from, their, my] = [find(base, id), find(x, id), find(y, id)];
      return from && !isSameField(their, my) && !isSameField(from, their) && !isSameField(from, my);
    });
    const stored = merge.fieldConflicts.filter((conflict) => conflict.base !== null);
    assert.deepEqual(stored.map((conflict) => conflict.field_id).sort(), disputed.sort());
  });
});

test('the short way for rewordings gives what the general way gives (S26)', () => {
  holds(
    fc.tuple(historyArbitrary(wordingScript), fc.infiniteStream(fc.boolean())),
    ([{ base, x, y }, coins]) => {
      const resolutions = new Map<number, Side>();
      for (const id of idsOf(base))
        if (coins.next().value) resolutions.set(id, coins.next().value ? 'mine' : 'theirs');
      const input = { base, theirs: x, mine: y, resolutions };
      assert.deepEqual(mergeOutlines(input), mergeTrees(input));
    },
  );
});

test('architecture 3: no field is lost or doubled', () => {
  holds(anyHistory, ({ base, x, y }) => {
    const { outline } = mergeOutlines({ base, theirs: x, mine: y });
    if (outline === null) return;
    const byId = (side: Outline) => new Map(side.fields.map((field) => [field.field_id, field]));
    const [inBase, inX, inY, result] = [byId(base), byId(x), byId(y), byId(outline)];
    assert.equal(result.size, outline.fields.length);
    for (const id of new Set([...inX.keys(), ...inY.keys()])) {
      const [old, their, my] = [inBase.get(id), inX.get(id), inY.get(id)];
      if (their && my) assert.ok(result.has(id));
      else if (old) {
        // Removed by one side. Only a field that the other took away from a deleted clause outlives it.
        const isClauseGone = !idsOf(their ? y : x).includes(old.element_id);
        const hasLeft = isClauseGone && (their ?? my)?.element_id !== old.element_id;
        assert.equal(result.has(id), hasLeft);
      } else if (their) assert.ok(result.has(id));
      // A field that both added to one clause under one label is one, under the identity of theirs.
      else assert.ok(result.has(id) || x.fields.some(({ label }) => label === my?.label));
    }
  });
});

test('edits of different clauses never conflict, adjacent ones included (S26)', () => {
  holds(fc.tuple(anyOutline, fc.array(fc.tuple(fc.nat(), fc.boolean()))), ([base, picks]) => {
    const owner = new Map(picks.map(([pick, isMine]) => [pick % Math.max(base.elements.length, 1), isMine]));
    const reword = (isMine: boolean): Outline => ({
      ...base,
      elements: base.elements.map((element, index) =>
        owner.get(index) === isMine ? { ...element, content: `reworded by ${isMine}` } : element,
      ),
    });
    const { outline } = mergeOutlines({ base, theirs: reword(false), mine: reword(true) });
    for (const [index, element] of (outline ?? assert.fail('conflict')).elements.entries()) {
      const isMine = owner.get(index);
      const expected = isMine === undefined ? base.elements[index]?.content : `reworded by ${isMine}`;
      assert.equal(element.content, expected);
    }
  });
});

test('choices resolve every conflict into a valid outline, and all choices of one side keep that side (S26)', () => {
  holds(fc.tuple(anyHistory, fc.infiniteStream(fc.boolean())), ([history, coins]) => {
    for (const always of ['mine', 'theirs'] as const) {
      const { merge } = resolve(history, () => always);
      assertLegal(merge.outline ?? assert.fail());
      const mine = foldedMine(history);
      const [own, other] = always === 'mine' ? [mine, history.x] : [history.x, mine];
      const [inBase, inOther] = [new Set(idsOf(history.base)), new Set(idsOf(other))];
      const result = new Set(idsOf(merge.outline ?? assert.fail()));
      // What the chosen side added is there; what it had and nobody deleted is there.
      for (const id of idsOf(own))
        if (!inBase.has(id) || inOther.has(id)) assert.ok(result.has(id), `lost ${id}`);
    }
    const { merge } = resolve(history, () => (coins.next().value ? 'mine' : 'theirs'));
    assertLegal(merge.outline ?? assert.fail());
  });
});

test('changes name exactly what a side did (S26)', () => {
  holds(anyHistory, ({ base, x }) => {
    const { changes } = mergeOutlines({ base, theirs: x, mine: base });
    assert.ok(changes.every((change) => change.side === 'theirs'));
    const [before, after] = [new Set(idsOf(base)), new Set(idsOf(x))];
    const of = (kind: string) =>
      changes.filter(({ change }) => change === kind).map(({ element_id }) => element_id);
    assert.deepEqual(new Set(of('added')), new Set([...after].filter((id) => !before.has(id))));
    assert.deepEqual(new Set(of('deleted')), new Set([...before].filter((id) => !after.has(id))));
    assert.equal(new Set(changes.map(({ element_id }) => element_id)).size, changes.length);
  });
});

test('a clause moved itself only when its parent or its order among remaining siblings changed (S18)', () => {
  holds(anyHistory, ({ base, x }) => {
    const [from, to] = [indexClauses(base), indexClauses(x)];
    const moved = findMovedClauses(from, to);
    const rest = [...from.keys()].filter((id) => to.has(id) && !moved.has(id));
    for (const first of rest) {
      for (const second of rest) {
        const [a, b, c, d] = [from.get(first), from.get(second), to.get(first), to.get(second)];
        if (!a || !b || !c || !d || a.parentId !== b.parentId) continue;
        assert.equal(a.parentId, c.parentId);
        assert.equal(Math.sign(a.ordinal - b.ordinal), Math.sign(c.ordinal - d.ordinal));
      }
    }
    const inserted = applyEdits(base, [{ kind: 'insert_shifting', a: 1, b: 0 }], 'y');
    assert.equal(findMovedClauses(from, indexClauses(inserted)).size, 0);
  });
});
