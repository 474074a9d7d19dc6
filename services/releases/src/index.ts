/** Registry of builds, channels, signed snapshots, rollback and ledger; and the verified read side a site stands on. */
export { type BuildFolder, openBuildFolder } from '@redress/release-client/publish';
export { createReleases, type Releases, type ReleasesOptions } from './create-releases.ts';
export { openBlobs, openHeads, openTrust, type ReleaseStorage } from './release-core.ts';
export { createReleaseReader, type HeldSnapshot, type ReleaseReader } from './reader/release-reader.ts';
export { httpSource, type SnapshotSource } from './reader/source.ts';
export { forwardBeacons } from './http/forward-beacons.ts';
export { registerPublicRoutes } from './http/public-routes.ts';
export { ENCODINGS, type Encoding } from './blobs/build-files.ts';
export type { DevRemote } from './builds/follow-dev-builds.ts';
