/**
 * Finds in the commands of a page what breaks when they are pasted into an interactive zsh, the shell of macOS,
 * although bash takes it: there `#` begins no comment, and an unquoted `?` that matches no file is an error.
 */

/** What is wrong, and with what text. */
export interface Hazard {
  readonly line: number;
  readonly problem: string;
  readonly text: string;
}

type Quote = 'none' | 'single' | 'double';

/** Parameters that zsh makes read-only or uses itself. */
const TAKEN_NAMES =
  /^(path|status|argv|cdpath|fpath|manpath|prompt|pipestatus|options|commands|functions|aliases)=/;
const END_OF_WORD = /[\s;&|()<>]/;
/** Expansion of the history, in double quotes too. A blank, `=` and `(` follow where none is meant. */
const HISTORY = /^![^\s=("]/;
/** `$image:tag` takes the part `:t` for an instruction. */
const MODIFIER = /^\$\w+:[A-Za-z&]/;
/** Text that follows the line as input, up to a line with this word. */
const HERE_DOCUMENT = /^<<-?(['"]?)(\w+)\1/;

/** Finds the hazards of a block of shell commands, in their order. */
export function findZshHazards(block: string): Hazard[] {
  const hazards: Hazard[] = [];
  /** The quotes around each `$(` that is open, and those at this place. */
  const outer: Quote[] = [];
  let quote: Quote = 'none';
  let opened = 0;
  let hereDocument: string | null = null;
  const report = (at: number, problem: string): void => {
    const line = block.slice(0, at).split('\n').length;
    hazards.push({ line, problem, text: block.slice(at).split('\n', 1)[0] ?? '' });
  };

  for (let at = 0; at < block.length; at++) {
    const rest = block.slice(at);
    const [char = ''] = rest;
    if (quote === 'single') {
      if (char === "'") quote = 'none';
      continue;
    }
    hereDocument = (quote === 'none' && HERE_DOCUMENT.exec(rest)?.[2]) || hereDocument;
    if (char === '\n' && hereDocument !== null) {
      const end = rest.indexOf(`\n${hereDocument}\n`);
      at += end < 0 ? rest.length : end + hereDocument.length;
      hereDocument = null;
      continue;
    }
    if (char === '\\') {
      at += 1;
      continue;
    }
    if (HISTORY.test(rest)) report(at, 'repeats a command of the history; put it into single quotes');
    if (MODIFIER.test(rest)) report(at, 'changes the value of the variable; write braces around its name');
    if (rest.startsWith('$(')) {
      outer.push(quote);
      quote = 'none';
      at += 1;
    } else if (rest.startsWith('${')) {
      at += rest.indexOf('}');
    } else if (char === '"') {
      quote = quote === 'double' ? 'none' : 'double';
      opened = at;
    } else if (quote === 'none' && char === "'") {
      quote = 'single';
      opened = at;
    } else if (quote === 'none') {
      if (char === ')') quote = outer.pop() ?? 'none';
      const problem = problemOf(rest, at === 0 || END_OF_WORD.test(block[at - 1] ?? ''), block[at - 1]);
      if (problem !== null) report(at, problem);
    }
  }
  if (quote !== 'none') report(opened, 'opens quotes that nothing closes');
  return hazards;
}

/** What is wrong with the text at a place outside quotes. */
function problemOf(rest: string, beginsWord: boolean, before: string | undefined): string | null {
  if (beginsWord && rest.startsWith('#')) return 'is no comment; write it above the block';
  if (beginsWord && /^=\w/.test(rest)) return 'is replaced by the path of a program; quote it';
  if (beginsWord && TAKEN_NAMES.test(rest)) return 'is a parameter of zsh; take another name';
  // `$?` is the exit code, `[` alone the command.
  if (/^[?*]/.test(rest) && before !== '$') return 'stands for names of files; quote it';
  return /^\[(?![\s[])/.test(rest) && before !== '[' ? 'stands for names of files; quote it' : null;
}
