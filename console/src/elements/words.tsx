/** Shows two texts compared word by word, with what was added and what was removed. */
import { diffWords, type WordRun } from '../../../shared/text/word-diff.ts';

export function Words({ runs }: { runs: readonly WordRun[] }) {
  return (
    <p class="words" dir="auto">
      {runs.map(({ type, text }, index) => {
        const key = `${index} ${type}`;
        if (type === 'added') return <ins key={key}>{text}</ins>;
        if (type === 'removed') return <del key={key}>{text}</del>;
        return <span key={key}>{text}</span>;
      })}
    </p>
  );
}

/** What a text became, with what was taken out of it. */
export function ChangedWords({ from, to }: { from: string; to: string }) {
  return <Words runs={diffWords(from, to)} />;
}
