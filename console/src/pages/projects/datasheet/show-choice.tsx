/** Which fields of a datasheet are shown: all, the empty ones, or those that are not as the standard gives them. */
import { useState } from 'preact/hooks';
import { type Edits, isDefaultEdit, isEmptyEdit, type SheetElement, savedEdit } from './sheet-edits.ts';

const CHOICES = ['all', 'empty', 'changed'] as const;

interface ShowChoiceProps {
  elements: readonly SheetElement[];
  edits: Edits;
  /** Null for all. The choice is made once: a field that is filled in then stays in sight. */
  shown: ReadonlySet<number> | null;
  onShow: (shown: ReadonlySet<number> | null) => void;
}

export function ShowChoice({ elements, edits, shown, onShow }: ShowChoiceProps) {
  const [choice, setChoice] = useState<(typeof CHOICES)[number]>('all');
  const choose = (value: string): void => {
    const next = CHOICES.find((one) => one === value) ?? 'all';
    const fits = (element: SheetElement): boolean => {
      const edit = edits.get(element.id) ?? savedEdit(element);
      return next === 'empty' ? isEmptyEdit(edit) : !isDefaultEdit(edit, element);
    };
    setChoice(next);
    onShow(next === 'all' ? null : new Set(elements.filter(fits).map(({ id }) => id)));
  };
  return (
    <p class="show-choice">
      <label>
        Show{' '}
        <select value={choice} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          {CHOICES.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </label>{' '}
      <span class="small" role="status">
        {shown && `${shown.size} of ${elements.length} fields shown`}
      </span>
    </p>
  );
}
