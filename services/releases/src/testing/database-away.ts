import type { Db } from '../store/schema.ts';

/** The same database through a connection that can be refused: while `away` runs, no statement reaches it. */
export function aDatabaseThatIsAway(through: Db) {
  let isAway = false;
  const db = through.withPlugin({
    transformQuery({ node }) {
      if (isAway) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return {
    db,
    async away(act: () => Promise<unknown>): Promise<void> {
      isAway = true;
      await act();
      isAway = false;
    },
  };
}
