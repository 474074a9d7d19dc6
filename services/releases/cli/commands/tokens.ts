import { ROLES, type TokenSummary } from '@redress/contracts/release-api';
import { ReleaseRefusal } from '../../src/refusal.ts';
import { said, type Command } from '../command.ts';
import type { Options } from '../options.ts';
import { table } from '../print.ts';

const print = (tokens: readonly TokenSummary[]) =>
  table([
    ['name', 'role', 'team', 'person', 'ends'],
    ...tokens.map(({ name, role, team, person, expiresAt }) => [
      name,
      role,
      team ?? '',
      person ?? 'key folder',
      expiresAt?.slice(0, 10) ?? 'with its file',
    ]),
  ]);

const printIssued = (token: TokenSummary & { token: string }) =>
  `${token.name} (${token.role}) until ${token.expiresAt?.slice(0, 10)}. The token is shown only this once:\n${token.token}`;

function roleOf({ values }: Options) {
  const role = ROLES.find((known) => known === values.role);
  if (role) return role;
  throw new ReleaseRefusal('REQUEST_INVALID', `--role is one of ${ROLES.join(', ')}.`);
}

/** Gives, renews and ends tokens of people. */
export const tokensCommand: Command = {
  on: 'releases',
  usage: 'tokens [add <name> | rotate <name> | end <name>]',
  about: 'tokens of people: given by a key holder, for a time; they end without a restart',
  examples: [
    'tokens',
    'tokens add ann --person "Ann Lee" --role developer --team team-wizard --days 90 --as key-holder',
    'tokens rotate ann --as key-holder',
    'tokens end ann --reason "left the team" --as key-holder',
  ],
  async run({ call }, options) {
    const [act, name = ''] = options.names;
    const { person = '', team, days: text = '90' } = options.values;
    const days = Number(text);
    if (act === undefined) return said(await call('tokens', {}), print);
    if (act === 'add') {
      const asked = { name, person, role: roleOf(options), team: team ?? null, days };
      return said(await call('addToken', asked), printIssued);
    }
    if (act === 'rotate') return said(await call('rotateToken', { name, days }), printIssued);
    if (act === 'end') {
      await call('endToken', { name, reason: options.reason('Ending a token') });
      return { json: { name }, text: `${name} is no longer a token.` };
    }
    throw new ReleaseRefusal('REQUEST_INVALID', `There is no \`tokens ${act}\`: add, rotate or end.`);
  },
};
