import type { Snapshot } from '@redress/contracts/releases';

/**
 * What a tab asks about releases with: the builds it runs that roll out, so that it keeps them while the share changes
 * (decision 0218); none in a tab that has what everybody has. A tab of a preview asks without: it is answered by its
 * cookie, which other tabs of the browser send too.
 */
export function variantQuery({ variant = [], preview, shell, remotes }: Snapshot): string {
  const builds = variant.flatMap((name) => {
    const build = name === 'shell' ? shell : remotes[name]?.current;
    return build ? `${name}@${build.buildId}` : [];
  });
  return preview ? '' : `?variant=${builds.join(',')}`;
}
