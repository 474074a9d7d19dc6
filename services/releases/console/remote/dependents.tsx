import { takenBy } from '@redress/release-client/sentences';
import { Facts } from '@redress/ui';
import { useCallback, useId } from 'react';
import { useConsole } from '../console-context.ts';
import styles from '../console.module.css';
import { Bullets } from '../parts.tsx';
import { useLoaded } from '../use-loaded.ts';

/** Who depends on a remote, read from the signed builds of the channel: what closes for visitors when it goes off. */
export function Dependents({ remote }: { remote: string }) {
  const { api, channel } = useConsole();
  const { data } = useLoaded(useCallback(() => api('dependents', { channel, remote }), [api, channel, remote]));
  const id = useId();
  if (!data) return null;
  const facts = {
    'Pages that close when it is off': data.routes,
    'Slots that stay empty': data.slots,
    'Who takes something of it': data.dependents.map((dependent) => `${dependent.by}: ${takenBy(dependent)}`),
    'Not known of': data.unknown,
  };
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h2 id={id}>Who depends on it</h2>
      <Facts
        items={Object.entries(facts).map(([name, list]) => ({
          name,
          value: list.length === 0 ? 'None' : <Bullets of={list} />,
        }))}
      />
    </section>
  );
}
