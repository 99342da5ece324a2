/** Which fields of a datasheet are shown: all, or those that are empty, as the standard gives them, or filled in. */
import { type Edits, fillingOfEdit, type SheetElement, savedEdit } from './sheet-edits.ts';

export const SHOW_CHOICES = ['all', 'empty', 'default', 'filled in'] as const;
export type ShowChoiceName = (typeof SHOW_CHOICES)[number];

/** The fields of a choice, by id; null for all. */
export function fieldsOfChoice(
  choice: ShowChoiceName,
  elements: readonly SheetElement[],
  edits: Edits,
): ReadonlySet<number> | null {
  if (choice === 'all') return null;
  const filling = choice === 'filled in' ? 'filled_in' : choice;
  const fits = (element: SheetElement): boolean =>
    fillingOfEdit(element, edits.get(element.id) ?? savedEdit(element)) === filling;
  return new Set(elements.filter(fits).map(({ id }) => id));
}

interface ShowChoiceProps {
  choice: ShowChoiceName;
  /** How many are shown; null for all. */
  shown: number | null;
  total: number;
  onChoose: (choice: ShowChoiceName) => void;
}

export function ShowChoice({ choice, shown, total, onChoose }: ShowChoiceProps) {
  return (
    <p class="show-choice">
      <label>
        Show{' '}
        <select
          value={choice}
          onChange={({ currentTarget }) =>
            onChoose(SHOW_CHOICES.find((one) => one === currentTarget.value) ?? 'all')
          }
        >
          {SHOW_CHOICES.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </label>{' '}
      <span class="small" role="status">
        {shown !== null && `${shown} of ${total} fields shown`}
      </span>
    </p>
  );
}
