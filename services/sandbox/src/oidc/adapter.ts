import type { World } from '../world/world.ts';

type Payload = Record<string, unknown> & { grantId?: string; uid?: string; consumed?: number };
interface Entry {
  payload: Payload;
  /** Wall time in milliseconds: tokens live by the receiver's clock. */
  expiresAt: number;
}

/**
 * Where `oidc-provider` keeps sessions, codes and grants: in the world's memory, so that a sign-in under way survives
 * a restart.
 */
export function createAdapterFactory({ store, clock }: Pick<World, 'store' | 'clock'>) {
  const entries = store.collection<Entry>('oidc.models');
  const isOver = (entry: Entry) => entry.expiresAt <= clock.wall();
  let writes = 0;

  function sweep(): void {
    writes += 1;
    if (writes % 100 !== 0) return;
    for (const [id, entry] of entries.entries()) if (isOver(entry)) entries.delete(id);
  }

  return (model: string) => {
    const keyOf = (id: string) => `${model}:${id}`;
    const read = (id: string): Payload | undefined => {
      const entry = entries.get(keyOf(id));
      return entry && !isOver(entry) ? entry.payload : undefined;
    };
    return {
      upsert(id: string, payload: Payload, expiresIn: number | undefined) {
        sweep();
        entries.put(keyOf(id), { payload, expiresAt: clock.wall() + (expiresIn ?? 86_400) * 1000 });
        return Promise.resolve();
      },
      find: (id: string) => Promise.resolve(read(id)),
      findByUid: (uid: string) =>
        Promise.resolve(
          entries
            .entries()
            .filter(([key, entry]) => key.startsWith(`${model}:`) && !isOver(entry))
            .map(([, { payload }]) => payload)
            .find((payload) => payload.uid === uid),
        ),
      // Devices are not offered.
      findByUserCode: () => Promise.resolve(undefined),
      consume(id: string) {
        const entry = entries.get(keyOf(id));
        if (entry) {
          const payload = { ...entry.payload, consumed: Math.floor(clock.wall() / 1000) };
          entries.put(keyOf(id), { ...entry, payload });
        }
        return Promise.resolve();
      },
      destroy(id: string) {
        entries.delete(keyOf(id));
        return Promise.resolve();
      },
      revokeByGrantId(grantId: string) {
        for (const [key, { payload }] of entries.entries()) {
          if (key.startsWith(`${model}:`) && payload.grantId === grantId) entries.delete(key);
        }
        return Promise.resolve();
      },
    };
  };
}
