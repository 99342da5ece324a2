/** The writes on a standard and on its working copy that its reads list, from the checks that enforce them. */
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { allowedActions } from '../../../shared/kernel/service/resource-checks.ts';
import { followsSource } from '../customization/source.ts';
import { assertCustomizable } from '../customization/standard-copier.ts';
import { isActive, isDeprecated } from '../lifecycle/errors.ts';
import type { ReadableStandard } from '../standard/access.ts';

/** The ids of the writes that the caller may do now; whether a working copy is open is for the write to say. */
export const allowedOnStandard = (standard: ReadableStandard, ctx: RequestContext): string[] => [
  ...allowedActions('standard', standard.access, ctx, {
    'standards.deprecate': () => isActive(standard),
    'standards.reactivate': () => isDeprecated(standard),
    'standards.delete': () => isDeprecated(standard),
    'standards.customize': () => assertCustomizable(standard),
    'standards.merge': () => followsSource(standard),
    'standards.acknowledgeSource': () => followsSource(standard),
  }),
  ...allowedActions('workingCopy', standard.access, ctx),
];
