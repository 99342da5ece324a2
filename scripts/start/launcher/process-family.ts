/**
 * Memory and CPU time of a process and its descendants, read from /proc: the processes of a run of the services with
 * their database and message server.
 */
import { globSync, readFileSync } from 'node:fs';

/** One process of a run. */
export interface ProcessUsage {
  /** Its services (`gateway`, `all services`), its program (`mongod`), or `first` for the parent of all. */
  name: string;
  /** Whether it is a process of Node (services, or the parent of all), and not a database or message server. */
  isNodeProcess: boolean;
  /** Resident memory in kilobytes. */
  kilobytes: number;
  /** CPU time since its start in milliseconds, in steps of ten. */
  cpuMs: number;
}

interface ProcessRow {
  pid: number;
  parent: number;
  program: string;
  kilobytes: number;
  cpuMs: number;
}

/** Linux counts CPU time in hundredths of a second for its readers. */
const TICK_MS = 10;
/** Places of the user and system time in `/proc/PID/stat`, counted after the name in parentheses. */
const [USER_TIME, SYSTEM_TIME] = [11, 12];

/** The processes of a run. @param root the PID of the first */
export function readProcessFamily(root: number): ProcessUsage[] {
  const rows = globSync('/proc/[0-9]*').flatMap(readRow);
  const family = new Set([root]);
  for (let grew = true; grew; ) {
    const found = rows.filter(({ pid, parent }) => family.has(parent) && !family.has(pid));
    for (const { pid } of found) family.add(pid);
    grew = found.length > 0;
  }
  return rows
    .filter(({ pid, program }) => family.has(pid) && program !== 'sh')
    .map(({ pid, program, kilobytes, cpuMs }) => {
      const isNodeProcess = !/mongod|nats/.test(program);
      const name = isNodeProcess ? serviceNames(pid, pid === root) : program;
      return { name, isNodeProcess, kilobytes, cpuMs };
    });
}

/** None for a process that has ended since. */
function readRow(folder: string): ProcessRow[] {
  try {
    const status = readFileSync(`${folder}/status`, 'utf8');
    const stat = readFileSync(`${folder}/stat`, 'utf8');
    const value = (name: string): string => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? '0';
    const times = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(times[USER_TIME]) + Number(times[SYSTEM_TIME]);
    return [
      {
        pid: Number(value('Pid')),
        parent: Number(value('PPid')),
        program: value('Name'),
        kilobytes: Number(value('VmRSS')),
        cpuMs: ticks * TICK_MS,
      },
    ];
  } catch {
    return [];
  }
}

/** The services of a process, which are its title (`scripts/start/start.ts`). */
function serviceNames(pid: number, isFirst: boolean): string {
  if (isFirst) return 'first';
  try {
    const [title = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return /^css (.+)/.exec(title)?.[1] ?? String(pid);
  } catch {
    return String(pid);
  }
}
