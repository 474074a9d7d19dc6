/** Builds and release services for tests of this service and of the site. */
export { aRemote, aShell, type BuildFixture, type BuildFixtureOptions } from './builds.ts';
export { aDatabaseThatIsAway } from './database-away.ts';
export {
  aReleaseWorld,
  developerOf,
  KEY_HOLDER,
  MANAGER,
  operationsOf,
  publishBuild,
  releasesTemplate,
  rollBackOne,
  useReleaseWorld,
  type ReleaseWorld,
} from './release-world.ts';
export { untilWaiting } from './until-waiting.ts';
