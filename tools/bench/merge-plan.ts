/**
 * `npm run dev -- merge-plan`: CPU time of a merge, of a merge plan and of its resolution, on outlines of
 * 10,000 and 30,000 clauses. Measures the pure functions, without a service.
 */
import { followTexts, toFollowTask } from '../../shared/revisioning/identity/follow-texts.ts';
import { mergeOutlines } from '../../shared/revisioning/merge/merge-outline.ts';
import { planMerge } from '../../shared/revisioning/merge/plan-merge.ts';
import { resolveMerge } from '../../shared/revisioning/merge/resolve-merge.ts';
import type { Element, Outline } from '../../shared/revisioning/outline/outline.ts';

const ROUNDS = 60;
const SECTION_SIZE = 50;

/** Sections of fifty clauses. */
function makeOutline(count: number): Outline {
  const elements: Element[] = [];
  for (let index = 0; index < count; index += 1) {
    const section = Math.floor(index / SECTION_SIZE) + 1;
    const clause = index % SECTION_SIZE;
    elements.push({
      element_id: index + 1,
      address: clause === 0 ? `${section}` : `${section}.${clause}`,
      kind: clause === 0 ? 'section' : 'clause',
      toc_content: clause === 0 ? `Section ${section}` : '',
      content: `Clause ${index} shall be placed, cured and tested as specified.`,
    });
  }
  return { elements, fields: [] };
}

/** Rewords one clause in `every`, and adds one clause at the end of the first section. */
function edit({ elements, fields }: Outline, every: number, word: string, newId: number): Outline {
  const edited = elements.map((element, index) =>
    index % every === 1 ? { ...element, content: `${element.content} ${word}` } : element,
  );
  edited.splice(SECTION_SIZE, 0, {
    element_id: newId,
    address: `1.${SECTION_SIZE}`,
    kind: 'clause',
    toc_content: '',
    content: word,
  });
  return { elements: edited, fields };
}

/** CPU milliseconds of this thread, without other load on the machine. */
function measureCpuTime<T>(times: number[], work: () => T): T {
  const before = process.threadCpuUsage();
  const result = work();
  const { user, system } = process.threadCpuUsage(before);
  times.push((user + system) / 1_000);
  return result;
}

function formatPercentiles(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]?.toFixed(1);
  return `p50 ${at(0.5)} ms, p90 ${at(0.9)} ms CPU`;
}

for (const count of [10_000, 30_000]) {
  const base = makeOutline(count);
  const input = {
    base,
    theirs: edit(base, 20, 'theirs', 1_000_000),
    mine: edit(base, 30, 'mine', 2_000_000),
  };
  const [mergeTimes, planTimes, resolveTimes]: [number[], number[], number[]] = [[], [], []];
  let conflicts = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    measureCpuTime(mergeTimes, () => mergeOutlines(input));
    const plan = measureCpuTime(planTimes, () => planMerge(input));
    conflicts = plan.conflicts.length;
    const choices = new Map(
      plan.conflicts.map(({ conflictId }) => [conflictId, { choice: 'mine' } as const]),
    );
    measureCpuTime(resolveTimes, () => resolveMerge(plan, choices));
  }
  console.log(`3 × ${count} clauses, ${conflicts} conflicts`);
  console.log(`  merge:  ${formatPercentiles(mergeTimes)}`);
  console.log(`  plan:   ${formatPercentiles(planTimes)}`);
  console.log(`  resolve: ${formatPercentiles(resolveTimes)}`);
  const followTimes: number[] = [];
  const sent = input.mine.elements.map(({ element_id: _, ...element }) => element);
  for (let round = 0; round < ROUNDS; round += 1)
    measureCpuTime(followTimes, () => followTexts(toFollowTask(base.elements, sent)));
  console.log(`  identities of mine, sent without them: ${formatPercentiles(followTimes)}`);
}
