import type { Snapshot } from '@redress/contracts/releases';

/**
 * What a tab asks the snapshot with: the builds it runs that roll out, so that it keeps them while the share changes
 * (decision 0218). Empty in a tab that has what everybody has.
 */
export function variantQuery({ variant = [], shell, remotes }: Snapshot): string {
  const builds = variant.flatMap((name) => {
    const build = name === 'shell' ? shell : remotes[name]?.current;
    return build ? `${name}@${build.buildId}` : [];
  });
  return builds.length > 0 ? `?variant=${builds.join(',')}` : '';
}
