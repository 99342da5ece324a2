/** The commands of `spec`, in the order of a day's work. */
import type { Command } from '../command.ts';
import { check } from './check.ts';
import { clone } from './clone.ts';
import { datasheets } from './datasheets.ts';
import { diff } from './diff.ts';
import { document } from './document.ts';
import { login } from './login.ts';
import { publish } from './publish.ts';
import { push } from './push.ts';
import { status } from './status.ts';
import { verify } from './verify.ts';

export const COMMANDS: readonly Command[] = [
  login,
  clone,
  status,
  diff,
  check,
  push,
  publish,
  document,
  datasheets,
  verify,
];
