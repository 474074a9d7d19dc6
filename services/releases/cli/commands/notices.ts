import type { Notice, NoticeSending, NoticeTarget } from '@redress/contracts/release-api';
import { ReleaseRefusal } from '../../src/refusal.ts';
import { said, type Command } from '../command.ts';
import type { Options } from '../options.ts';
import { table, when } from '../print.ts';

const stateOf = ({ kind, place, state, attempts, nextAt, error, sentAt }: NoticeSending): string => {
  const to = `${kind} ${place}`;
  if (state === 'sent') return `${to}: sent ${when(sentAt)}`;
  if (state === 'ended') return `${to}: no longer told`;
  const why = error ? ` after ${attempts === 1 ? '1 try' : `${attempts} tries`} (${error})` : '';
  return state === 'dead' ? `${to}: NOT DELIVERED${why}` : `${to}: waits until ${when(nextAt)}${why}`;
};

const print = (notices: readonly Notice[]): string =>
  notices.length === 0
    ? 'Nobody was told of anything yet.'
    : notices
        .map(({ id, createdAt, summary, sendings }) =>
          [
            `${id}  ${when(createdAt)}  ${summary}`,
            ...(sendings.length === 0 ? ['there was nobody to tell'] : sendings.map(stateOf)).map(
              (line) => `      ${line}`,
            ),
          ].join('\n'),
        )
        .join('\n');

const printTargets = (targets: readonly NoticeTarget[]): string =>
  targets.length === 0
    ? 'Nobody is told: `release notices add --email …` or `--webhook …`.'
    : table([
        ['no', 'of', 'by', 'address'],
        ...targets.map(({ id, team, kind, address }) => [String(id), team ?? 'everything', kind, address]),
      ]);

const printIssued = ({ id, address, secret, formerSecretUntil }: NoticeTarget & { secret: string | null }): string =>
  [
    `${id}: ${address} is told.`,
    ...(formerSecretUntil ? [`Until ${when(formerSecretUntil)} requests are signed with both secrets.`] : []),
    ...(secret ? ['The secret is shown only this once:', secret] : []),
  ].join('\n');

function numberOf({ names: [, id = ''] }: Options): number {
  if (/^\d{1,9}$/.test(id)) return Number(id);
  throw new ReleaseRefusal('REQUEST_INVALID', 'Name it by its number: `release notices`, `release notices targets`.');
}

/** Who is told of what the service does by itself, and whether it reached them. */
export const noticesCommand: Command = {
  on: 'releases',
  usage:
    'notices [targets | add --email a@b | add --webhook https://… | rotate <no> | end <no> | test | retry <no>] [--team team-x] --reason "…"',
  about:
    'what people were told without having asked, by mail and signed webhook, and who is told; rotate gives a webhook another secret, both good for --hours 24; retry sends what could not be delivered',
  examples: [
    'notices',
    'notices add --email on-call@example.org --reason "on call"',
    'notices add --webhook https://alerts.example.org/releases --team team-letters --reason "their channel"',
    'notices test --reason "is it heard?"',
    'notices rotate 2 --hours 48 --reason "yearly"',
    'notices retry 7 --reason "the mail server is back"',
    'notices end 2 --reason "left the team"',
  ],
  async run({ call }, options) {
    const { channel, email, webhook, team } = options.values;
    const [act] = options.names;
    if (act === undefined) {
      return said(await call('notices', { channel, limit: options.wholeNumber('limit') ?? 20 }), print);
    }
    if (act === 'targets') return said(await call('noticeTargets', { channel }), printTargets);
    const reason = options.reason('A change of who is told');
    if (act === 'add') {
      return said(await call('addNoticeTarget', { channel, reason, team: team ?? null, email, webhook }), printIssued);
    }
    if (act === 'rotate') {
      const asked = { channel, reason, id: numberOf(options), hours: options.wholeNumber('hours') ?? 24 };
      return said(await call('rotateNoticeTarget', asked), printIssued);
    }
    if (act === 'end') {
      const id = numberOf(options);
      await call('endNoticeTarget', { channel, reason, id });
      return { json: { id }, text: `${id} is told no longer.` };
    }
    const one = (notice: Notice) => print([notice]);
    if (act === 'test') return said(await call('testNotice', { channel, reason }), one);
    if (act === 'retry') return said(await call('retryNotice', { channel, reason, id: numberOf(options) }), one);
    throw new ReleaseRefusal(
      'REQUEST_INVALID',
      `There is no \`notices ${act}\`: targets, add, rotate, end, test or retry.`,
    );
  },
};
