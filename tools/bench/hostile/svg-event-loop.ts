/**
 * `npm run dev -- svg-event-loop`: how long hostile SVG files of 2 MB hold up the event loop of the process that
 * checks them; exits with 1 when one of them does for more than 100 ms. With it the time of each
 * check, which is spent on the worker thread.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { SvgChecker } from '../../../shared/file-content/svg-checker.ts';

const BYTES = 2 * 1024 * 1024;
const RESOLUTION_MS = 1;
/** A busy machine runs a thread late by itself: compare with the row `nothing`. */
const MAX_DELAY_MS = 100;
const ROOT = '<svg xmlns="http://www.w3.org/2000/svg">';

const fill = (unit: string): string => unit.repeat(Math.floor((BYTES - 200) / unit.length));
const attributes = (count: number): string =>
  Array.from({ length: count }, (_, at) => `a${at}="1"`).join(' ');

const DRAWINGS: Readonly<Record<string, string>> = {
  'many attributes': `${ROOT}<g ${attributes(160_000)}/></svg>`,
  '200 attributes in each element': `${ROOT}${`<g ${attributes(200)}/>`.repeat(1_000)}</svg>`,
  'deep nesting': `${ROOT}${fill('<g>')}`,
  'many elements': `${ROOT}${fill('<g/>')}</svg>`,
  'long text': `${ROOT}<text>${fill('x')}</text></svg>`,
  'long attribute': `${ROOT}<path d="${fill('M')}"/></svg>`,
  'references in text': `${ROOT}<text>${fill('&#9;')}</text></svg>`,
  'references in an attribute': `${ROOT}<path d="${fill('&lt;')}"/></svg>`,
  'unknown entities': `${ROOT}<text>${fill('&e;')}</text></svg>`,
  'sections of CDATA': `${ROOT}<style>${fill('<![CDATA[a]]>')}</style></svg>`,
  comments: `${ROOT}${fill('<!---->')}</svg>`,
  'an unfinished comment': `${ROOT}<!--${fill('-')}`,
  blanks: `${ROOT}<g ${fill(' ')}`,
  'addresses in a style': `${ROOT}<style>${fill('url(#a)')}</style></svg>`,
};

const checker = new SvgChecker();
const requester = { quotaOwner: 'bench', signal: new AbortController().signal };

/** The longest delay of the event loop during the work, and its time, in milliseconds. */
async function measure(work: () => Promise<unknown>): Promise<{ delayMs: number; tookMs: number }> {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  const start = performance.now();
  await work();
  const tookMs = performance.now() - start;
  // The delay of the last turn is recorded in the next one.
  await delay(20);
  histogram.disable();
  return { delayMs: histogram.max / 1e6 - RESOLUTION_MS, tookMs };
}

let isHeldUp = false;
const show = (name: string, { delayMs, tookMs }: { delayMs: number; tookMs: number }, result: string): void =>
  console.log(
    `${name.padEnd(32)} ${delayMs.toFixed(1).padStart(8)} ${tookMs.toFixed(0).padStart(8)}  ${result}`,
  );

console.log(`${'drawing'.padEnd(32)} delay ms  took ms  result`);
show('nothing', await measure(() => delay(200)), '');
for (const [name, text] of Object.entries(DRAWINGS)) {
  const bytes = Buffer.from(text);
  let result = '';
  const measured = await measure(async () => {
    result = (await checker.findFault(bytes.length, async () => bytes, requester)) ?? 'accepted';
  });
  isHeldUp ||= measured.delayMs > MAX_DELAY_MS;
  show(name, measured, result);
}
await checker.stop();
process.exitCode = isHeldUp ? 1 : 0;
