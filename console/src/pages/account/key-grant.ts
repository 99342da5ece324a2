/** What a key may do, in words: the preset that its permissions are, as far as the account holds them. */
import { KEY_PRESETS, type KeyPreset, PRESET_PERMISSIONS } from '../../../../shared/contracts/key-presets.ts';
import type { EndpointResult } from '../../../../shared/rest-client/endpoint-types.ts';
import type { Person } from '../../session.ts';

export type Key = EndpointResult<'account.keys.list'>['keys'][number];

/** Such as "reader (10 permissions)"; a choice of its own is called so. */
export function sayGrant({ permissions }: Key, who: Person | null | undefined): string {
  const held = new Set([
    ...(who?.permissions ?? []),
    ...(who?.scoped ?? []).map(({ permission }) => permission),
  ]);
  const granted = new Set(permissions);
  const isPreset = (preset: KeyPreset): boolean => {
    const all = new Set(PRESET_PERMISSIONS[preset]);
    return (
      permissions.every((one) => all.has(one)) && [...all].every((one) => !held.has(one) || granted.has(one))
    );
  };
  const name = KEY_PRESETS.find(isPreset) ?? 'own choice';
  return `${name} (${permissions.length} ${permissions.length === 1 ? 'permission' : 'permissions'})`;
}
