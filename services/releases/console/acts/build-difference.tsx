import type { BuildDiff } from '@redress/contracts/release-api';
import { differencesOf } from '@redress/release-client/sentences';
import { Facts } from '@redress/ui';
import { Bullets } from '../parts.tsx';

/** More of them than this are counted. */
const SHOWN = 12;

const shown = (value: string | readonly string[]) =>
  typeof value === 'string' ? (
    value
  ) : (
    <Bullets of={value.length > SHOWN ? [...value.slice(0, SHOWN), `and ${value.length - SHOWN} more`] : value} />
  );

/** What changes for visitors when one build takes the place of another. */
export const BuildDifference = ({ diff }: { diff: BuildDiff }) => (
  <Facts items={differencesOf(diff).map(([name, value]) => ({ name, value: shown(value) }))} />
);
