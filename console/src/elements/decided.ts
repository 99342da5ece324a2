/** A decision about a conflict, the sides that it chooses between, and the own words that it may begin with. */

/** Stands in place of a text that nobody may read. */
export const WITHHELD = 'The text of this clause is withheld by moderation.';

/** A clause on one side. */
export interface DecisionSide {
  address: string;
  heading: string;
  text: string;
  /** Whether a notice is shown in place of its text, of which nothing may be made. */
  isWithheld?: boolean;
  /** Its fields, or the field in question, in words. */
  fields?: readonly string[];
}

export interface Decision {
  choice: 'theirs' | 'mine' | 'combine';
  /** Own words of a combination. */
  heading?: string;
  text?: string;
  /** Whether these are still the words of both sides one behind the other: that is no requirement yet. */
  isUnedited?: boolean;
}

/** Whether a conflict is settled by what was chosen and written. */
export const isDecided = (decision: Decision | undefined): boolean =>
  decision !== undefined && !(decision.choice === 'combine' && decision.isUnedited === true);

/**
 * Where own words begin: with what one side changed, or the words of both sides one behind the other.
 * @param base null where both are not the same clause, whose words are all taken
 */
export function wordsOfBoth(
  mine: DecisionSide | null,
  base: DecisionSide | null,
  theirs: DecisionSide | null,
): Pick<Decision, 'heading' | 'text' | 'isUnedited'> {
  const both = (member: 'heading' | 'text', between: string): { words: string; isJoined: boolean } => {
    const [my, old, their] = [mine, base, theirs].map((side) => side?.[member]);
    if (old !== undefined && (my === old || their === old))
      return { words: (my === old ? their : my) ?? '', isJoined: false };
    const words = [...new Set([my, their].flatMap((text) => text || []))];
    return { words: words.join(between), isJoined: words.length > 1 };
  };
  const [heading, text] = [both('heading', ' / '), both('text', '\n\n')];
  return { heading: heading.words, text: text.words, isUnedited: heading.isJoined || text.isJoined };
}
