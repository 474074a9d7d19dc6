import type { NoticeFacts, NoticeKind } from '@redress/contracts/release-api';
import { inOneLine } from '@redress/release-client';
import { HELD_BECAUSE } from '@redress/release-client/sentences';
import type { RowOf } from '../store/schema.ts';

/** What a notice says, in the order in which somebody asks who was woken by it. */
export interface NoticeText {
  /** Subject of the mail, and the line in lists. */
  summary: string;
  failed: string[];
  done: string;
  next: string[];
  /** Page of the release console. */
  page: string;
}

type Happened = Pick<RowOf<'notice'>, 'kind' | 'channel' | 'remote' | 'facts' | 'created_at'>;

const RUN = 'npm run release --';
const at = (instant: Date | string): string => `${new Date(instant).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** What somebody may do about a build that fails and stays, the most likely first. */
const OFFERED: Record<NonNullable<NoticeFacts['offered']>, (name: string, on: string) => string[]> = {
  abort: (name, on) => [`Take its rollout back: ${RUN} rollout abort ${name}${on} --reason "fails for visitors"`],
  'roll-back': (name, on) => [
    `Roll back: ${RUN} rollback ${name}${on} --reason "fails for visitors"`,
    `If nothing before is good, switch it off: ${RUN} off ${name}${on} --reason "fails for visitors"`,
  ],
  'roll-back-shell': (_, on) => [`Roll back the shell: ${RUN} rollback shell${on} --reason "remotes fail with it"`],
  look: () => ['See whether the site, its API and its database answer: a rollback changes none of them.'],
};

/** What the words of a kind are made of. */
interface Told extends Pick<Happened, 'channel' | 'remote' | 'facts'> {
  name: string;
  build: string;
  where: string;
  /** Of a command. */
  on: string;
  reason: string;
  since: string;
  when: string;
}

/** The words of each kind; the page is the remote's unless they name another. Times are UTC, and say so. */
const WORDS: Record<NoticeKind, (told: Told) => Omit<NoticeText, 'page'> & { page?: string }> = {
  'rolled-back': ({ facts, build, where, on, reason, since, when }) => ({
    summary: `${where} was rolled back by itself: ${facts.reason ?? ''}`,
    failed: [reason, `It was ${build}, which everybody had${since}.`],
    done: `${when}: everybody gets build ${facts.to} again, with snapshot ${facts.snapshot}. New page loads have it now, open pages follow at their next safe moment. The failing build is marked bad.`,
    next: [
      `See that it is quiet: ${RUN} status${on}`,
      `The errors of the failing build are on its page of the console. It stays away until somebody promotes it by its number.`,
      'If it is quiet, nothing more is needed tonight.',
    ],
  }),
  'rollout-aborted': ({ facts, build, where, on, reason, since, when }) => ({
    summary: `${where}: its rollout was taken back by itself: ${facts.reason ?? ''}`,
    failed: [reason, `It was ${build}, which ${facts.percent ?? 'some'} % of the visitors had${since}.`],
    done: `${when}: everybody gets build ${facts.to} again, with snapshot ${facts.snapshot}. All others have had it the whole time.`,
    next: [
      `See that it is quiet: ${RUN} status${on}`,
      'If it is quiet, nothing more is needed tonight. The failing build is marked bad.',
    ],
  }),
  'rollback-blocked': ({ facts, name, build, where, on, reason, since }) => ({
    summary: `${where} fails and could NOT be taken back: somebody has to act`,
    failed: [reason, `It is ${build}, which serves${since}.`],
    done: `Nothing. Taking it back was refused (${facts.code}): ${sentence(facts.refusal ?? '')} Visitors still get the failing build.`,
    next: [
      `See which builds there were: ${RUN} builds ${name}${on}`,
      `Roll back by hand: ${RUN} rollback ${name}${on} --reason "fails for visitors"`,
      `If that is refused as well, switch it off: ${RUN} off ${name}${on} --reason "fails for visitors"`,
      `What ${facts.code} means: docs/runbooks/release-refusals.md`,
    ],
  }),
  failing: ({ facts, name, build, where, on, reason, since }) => ({
    summary: `${where} fails and is NOT taken back: ${facts.reason ?? ''}`,
    failed: [
      reason,
      `It is ${build}, which ${facts.percent ? `${facts.percent} % of the visitors have` : 'serves'}${since}.`,
    ],
    done: `Nothing: ${facts.held ? HELD_BECAUSE[facts.held] : 'it is left to people'}. Visitors still get this build. One more notice says when it is over.`,
    next: [...OFFERED[facts.offered ?? 'look'](name, on), `See how it fares: ${RUN} status${on}`],
  }),
  'failing-over': ({ facts, build, where, reason }) => ({
    summary: `${where} fails no more: ${facts.reason ?? ''}`,
    failed: [`Nothing any more. Of ${build} you were told ${facts.since ? at(facts.since) : 'before'}. Now: ${reason}`],
    done: 'Nothing.',
    next: ['Nothing is needed.'],
  }),
  'rollout-paused': ({ facts, name, build, where, on, reason, since, when }) => ({
    summary: `${where}: its rollout stays at ${facts.percent} %`,
    failed: [`The next step was refused: ${reason}`, `It is ${build}, which rolls out${since}.`],
    done: `${when}: the rollout is paused at ${facts.percent} %. Nobody gets or loses the build.`,
    next: [
      `When the reason is gone: ${RUN} rollout resume ${name}${on}`,
      `Or take it back: ${RUN} rollout abort ${name}${on} --reason "…"`,
      'It can wait until the morning.',
    ],
    page: '#/now',
  }),
  'ledger-broken': ({ facts, reason }) => ({
    summary: `The ledger of releases is not whole: ${facts.reason ?? ''}`,
    failed: [reason, 'Somebody changed or removed entries in the database, or the database is not the one there was.'],
    done: 'Nothing: what is served is signed by itself and goes on.',
    next: [
      `See it yourself: ${RUN} history verify`,
      'Keep the database as it is, and tell who keeps the keys: docs/runbooks/release-disasters.md',
    ],
    page: '#/history/ledger',
  }),
  'confirmation-needed': ({ channel, remote, facts, on, reason }) => ({
    summary: `${facts.actor} wants to promote to ${channel}: another person is needed`,
    failed: [
      `${facts.actor} wants ${remote} to be promoted. ${facts.reason ? `Why: ${reason}` : 'No reason was given.'}`,
    ],
    done: `Nothing yet: it waits for another person${facts.expiresAt ? ` until ${at(facts.expiresAt)}` : ''}.`,
    next: [`Look at it in the console, then agree: ${RUN} plan confirm ${facts.plan}${on} --as <your token>`],
    page: '#/coming',
  }),
  test: ({ channel, facts, reason }) => ({
    summary: `Test of the notices of ${channel}`,
    failed: [`Nothing failed. ${facts.actor} tests who is told. ${reason}`],
    done: 'Nothing.',
    next: ['Nothing is needed.'],
    page: '#/now',
  }),
};

export function noticeText({ kind, channel, remote, created_at, ...happened }: Happened): NoticeText {
  // A reason with line ends would add paragraphs to the mail, and steps to what is to be done.
  const facts = inOneLine(happened.facts);
  const name = remote ?? 'a remote';
  return {
    page: remote ? `#/remotes/${remote}` : '#/now',
    ...WORDS[kind]({
      channel,
      remote,
      facts,
      name,
      build: `build ${facts.buildId ?? 'unknown'}${facts.version ? ` (${facts.version})` : ''}`,
      where: `${name} on ${channel}`,
      on: channel === 'production' ? '' : ` --channel ${channel}`,
      reason: sentence(facts.reason ?? 'No reason was noted'),
      since: facts.since ? ` since ${at(facts.since)}` : '',
      when: at(created_at),
    }),
  };
}

/** The mail, as plain text: what failed, since when, what was done, what to do. */
export function mailOf(happened: Happened, consoleUrl: string): { subject: string; text: string } {
  const { summary, failed, done, next, page } = noticeText(happened);
  return {
    subject: `[releases] ${summary}`.slice(0, 160),
    text: [
      `WHAT HAPPENED\n${failed.join('\n')}`,
      `WHAT WAS DONE\n${done}`,
      `WHAT TO DO NOW\n${next.map((step, index) => `${index + 1}. ${step}`).join('\n')}`,
      `Console: ${consoleUrl}/${page}`,
      `--\nThis address is told by the release service. A release manager ends that: ${RUN} notices targets`,
      '',
    ].join('\n\n'),
  };
}
