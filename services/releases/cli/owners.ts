import type { KeyFolder } from '../src/keys/key-folder.ts';
import { withMoved, withPromoters } from '../src/keys/ownership.ts';
import type { Trust } from '../src/keys/trust.ts';
import { table } from './print-answer.ts';
import { refuse } from './typed.ts';

type Owners = Pick<Trust, 'version' | 'remotes' | 'promoters'>;

/** Works on the key folder alone: what decides is the root key, wherever it is kept. */
export function changeOwners(keys: KeyFolder, [act, subject = '', value = '']: readonly string[]): Owners {
  if (act === 'move') {
    if (!/^(shell|mf-[a-z0-9-]{1,40})$/.test(subject) || !value)
      refuse('Name a remote and a team: `owners move mf-wizard team-letters`.');
    keys.amend((trust) => withMoved(trust, subject, value));
  } else if (act === 'promoters') {
    if (value !== 'developer' && value !== 'release-manager') refuse('The role is developer or release-manager.');
    if (!Object.hasOwn(keys.trust().channels, subject)) refuse(`There is no channel ${subject || 'without a name'}.`);
    keys.amend((trust) => withPromoters(trust, subject, value));
  } else if (act !== undefined) refuse(`There is no \`owners ${act}\`: move or promoters.`);
  const { version, remotes, promoters } = keys.trust();
  return { version, remotes, promoters };
}

export const printOwners = ({ version, remotes, promoters }: Owners): string =>
  [
    `Trust document, version ${version}`,
    '',
    table([
      ['remote', 'team', 'before'],
      ...Object.entries(remotes).map(([name, { team, formerly }]) => [name, team, formerly.join(' ')]),
    ]),
    ...Object.entries(promoters).map(([channel, role]) => `${channel} is promoted to by: ${role}`),
  ].join('\n');
