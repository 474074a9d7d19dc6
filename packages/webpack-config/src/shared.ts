/**
 * What the platform shares. The shell bundles each of these once and hands them to remotes through the share scope;
 * a remote never carries a copy. Adding a row here and to `shell/src/platform/share-scope.ts` shares a package.
 */
export interface SharedPackage {
  /** Import name, as remotes write it. */
  request: string;
  /** Package whose installed version counts. */
  package: string;
  /**
   * The module that stands for a package of which only named parts are shared. Shared packages are not tree-shaken
   * (their users are not known at build time), so the facade lists the names this site uses.
   */
  facade?: string;
  /** The shell's chunk with it, which is fetched when a remote asks for it, not with every page. Two may have one. */
  later?: 'react-router-dom' | 'api-client' | 'forms';
}

const whole = (request: string): SharedPackage => ({
  request,
  package: request.startsWith('@') ? request.split('/').slice(0, 2).join('/') : request.split('/')[0]!,
});

export const SHARED: readonly SharedPackage[] = [
  whole('react'),
  whole('react/jsx-runtime'),
  whole('react-dom'),
  whole('react-dom/client'),
  { ...whole('react-redux'), facade: '@redress/mf-runtime/facades/react-redux' },
  whole('single-spa'),
  { ...whole('react-router-dom'), facade: '@redress/mf-runtime/facades/react-router-dom', later: 'react-router-dom' },
  { ...whole('@reduxjs/toolkit'), facade: '@redress/mf-runtime/facades/reduxjs-toolkit' },
  whole('@redress/session-store'),
  { ...whole('@redress/api-client'), later: 'api-client' },
  { ...whole('zod/mini'), facade: '@redress/contracts/zod-mini', later: 'api-client' },
  whole('@redress/mf-runtime'),
  whole('@redress/ui'),
  { ...whole('@redress/forms'), later: 'forms' },
];

/** Parts of shared packages that no remote may bundle: a second copy would not know the first. */
export const isUnsharedPart = (request: string): boolean =>
  /^(@reduxjs\/toolkit|react-router-dom|react-router|react-dom|react-redux|single-spa|redux|zod)(\/|$)/.test(request) &&
  !SHARED.some((shared) => shared.request === request);

export const SHARED_PACKAGES: readonly string[] = [...new Set(SHARED.map((shared) => shared.package))];

/** Any patch or newer minor of what a remote was built against: a rolled-back shell must still serve newer remotes. */
export const compatibleRange = (version: string): string => {
  const [major, minor] = version.split('.');
  return `^${major}.${minor}.0`;
};
