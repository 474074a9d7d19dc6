import { groupKeys } from '@redress/contracts';
import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';

/** Groups of accounts: which keys prove them to the site. Operators name them (`npm run ops -- group`). */
export function createGroupsFeature({ db, groupPasses }: Platform): Feature {
  return {
    name: 'groups',
    routes: [route(groupKeys, () => ({ keys: groupPasses.keys() }), { identity: 'none' })],
    async exportData(userId) {
      const groups = await groupPasses.groupsOf(db, userId);
      return groups.length > 0 ? { groups } : {};
    },
  };
}
