import type { NoticeFacts } from '@redress/contracts/release-api';

type Held = NonNullable<NoticeFacts['held']>;

/** Why a build that fails is left where it is, as the rest of a sentence. */
export const HELD_BECAUSE: Record<Held, string> = {
  before: 'the build before it failed as often',
  base: 'the build of everybody fails as often',
  elsewhere: 'most other remotes fail as well, so it is rather the network, the API or the database than a build',
  shell: 'most remotes fail since the shell was promoted, so it may be what they share with it',
  networks: 'the failures come from too few networks to be sure that it is the build',
  share: 'fewer fail than the share at which a build is taken back',
  'not-watched': 'it has served for longer than a new build is watched',
  'brought-back': 'a rollback brought it back, and one rollback does not follow another by itself',
  'gate-off': 'the health gate is off',
};
