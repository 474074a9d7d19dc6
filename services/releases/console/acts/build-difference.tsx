import type { BuildDiff, Changes } from '@redress/contracts/release-api';
import styles from './acts.module.css';
import { kilobytes } from './act-texts.ts';

const LISTS = {
  exposes: 'Modules',
  slots: 'Slots',
  routes: 'Pages',
  shared: 'Shared packages',
  uses: 'Names it uses',
  offers: 'Names it offers',
  writes: 'Drafts it writes',
  reads: 'Drafts it reads',
} as const satisfies Partial<Record<keyof BuildDiff, string>>;

const identity = (of: BuildDiff['from']): string => (of ? `${of.version} ${of.buildId.slice(0, 8)}` : 'none');

/** What changes for visitors when one build takes the place of another. */
export function BuildDifference({ diff }: { diff: BuildDiff }) {
  const { files, wireBytes, contracts, types } = diff;
  const lists = Object.entries(LISTS) as [keyof typeof LISTS, string][];
  return (
    <dl className={styles['facts']}>
      <dt>Build</dt>
      <dd>
        {identity(diff.from)} to {identity(diff.to)}
      </dd>
      <dt>Files</dt>
      <dd>
        {files.added} new, {files.removed} gone, {files.kept} the same
      </dd>
      <dt>On the wire</dt>
      <dd>
        {kilobytes(wireBytes.from)} to {kilobytes(wireBytes.to)}; a returning visitor fetches{' '}
        {kilobytes(wireBytes.fetchedAgain)}
      </dd>
      {lists.map(([key, label]) => (
        <ListChanges key={key} label={label} changes={diff[key]} />
      ))}
      {contracts.from !== contracts.to && (
        <>
          <dt>Contracts</dt>
          <dd>
            {contracts.from ?? 'none'} to {contracts.to ?? 'none'}
          </dd>
        </>
      )}
      {types.length > 0 && (
        <>
          <dt>Other types</dt>
          <dd>{types.join(', ')}</dd>
        </>
      )}
    </dl>
  );
}

/** More of them than this are counted. */
const SHOWN = 12;

function ListChanges({ label, changes: { added, removed } }: { label: string; changes: Changes }) {
  const all = [...added.map((item) => `+ ${item}`), ...removed.map((item) => `− ${item}`)];
  if (all.length === 0) return null;
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <ul className={styles['plain']}>
          {all.slice(0, SHOWN).map((item) => (
            <li key={item}>{item}</li>
          ))}
          {all.length > SHOWN && <li>and {all.length - SHOWN} more</li>}
        </ul>
      </dd>
    </>
  );
}
