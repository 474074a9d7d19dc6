import type { ReleaseDependents } from '@redress/contracts/release-api';
import { Facts } from '@redress/ui';
import { useCallback, useId } from 'react';
import { useConsole } from '../console-context.ts';
import styles from '../console.module.css';
import { useLoaded } from '../use-loaded.ts';

const inPagesOf = (names: readonly string[]) =>
  names.length === 0 ? 'drawn by nobody' : `in the pages of ${names.join(', ')}`;

/** @returns what is named, with who is touched by it; "None" where nobody is */
export function factsOf({ routes, slots, linkedFrom, packages, unknown }: ReleaseDependents, remote: string) {
  const closes: [string, readonly string[]][] = [
    ['Pages that close when it is off', routes],
    ['Slots that stay empty', slots.map(({ name, pagesOf }) => `${name}, ${inPagesOf(pagesOf)}`)],
    ['Remotes with links to its pages', linkedFrom],
  ];
  const rows: [string, readonly string[]][] = [
    ...(remote === 'shell' ? [] : closes),
    ...packages.map(({ name, version, users }): [string, readonly string[]] => [
      `${name} ${version}`,
      users.map((user) => `${user.name} (${user.version})`),
    ]),
    ...(unknown.length > 0 ? ([['Not known of', unknown]] as [string, readonly string[]][]) : []),
  ];
  return rows.map(([name, values]) => ({ name, value: values.join('; ') || 'None' }));
}

/** Who depends on a remote, read from the signed builds of the channel: what closes for visitors when it goes off. */
export function Dependents({ remote }: { remote: string }) {
  const { api, channel } = useConsole();
  const { data } = useLoaded(useCallback(() => api('dependents', { channel, remote }), [api, channel, remote]));
  const id = useId();
  if (!data) return null;
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h2 id={id}>Who depends on it</h2>
      <Facts items={factsOf(data, remote)} />
    </section>
  );
}
