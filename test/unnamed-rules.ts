/** List of the rules of docs/rules.md that no title of a test names, each with the reason. */

const words = (text: string): string[] => text.trim().split(/\s+/);

export const UNNAMED_RULES: readonly { reason: string; rules: readonly string[] }[] = [
  {
    reason: 'Says what the documents do not show. The decision or contract that fills the gap has its tests.',
    rules: words(`
      R-251 R-252 R-253 R-254 R-255 R-256 R-257 R-258 R-259 R-260 R-261 R-262 R-263
      R-265 R-266 R-268 R-269`),
  },
  {
    reason: 'Says what the documents leave open or garble. The decision that answers it has its tests.',
    rules: words(`
      R-270 R-271 R-272 R-273 R-274 R-277 R-278 R-279 R-280 R-281 R-282 R-283 R-284 R-285 R-286 R-287
      R-288 R-289 R-290 R-291 R-292 R-293 R-294 R-296 R-297 R-298`),
  },
  {
    reason:
      'Says that there is no interface: for decision-support notes and connectors (R-016), for events (R-167).',
    rules: ['R-016', 'R-167'],
  },
  {
    reason:
      'Its value no_revision is reserved and never given (D11). Tests of reading and of upgrades see the two others.',
    rules: ['R-075'],
  },
];
