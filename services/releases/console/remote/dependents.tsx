import { Facts } from '@redress/ui';
import { useCallback, useId } from 'react';
import { useConsole } from '../console-context.ts';
import { useLoaded } from '../use-loaded.ts';
import { dependentsOf } from './dependents-of.ts';
import { remoteTexts } from './remote-texts.ts';
import styles from './remote.module.css';

/** Who depends on a remote, read from the signed builds of the channel: what closes for visitors when it goes off. */
export function Dependents({ remote }: { remote: string }) {
  const { api, channel } = useConsole();
  const { data } = useLoaded(useCallback(() => api('graph', { channel }), [api, channel]));
  const id = useId();
  if (!data?.nodes.some(({ name }) => name === remote)) return null;
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h3 id={id}>{remoteTexts.dependents}</h3>
      <Facts items={dependentsOf(data, remote)} />
    </section>
  );
}
