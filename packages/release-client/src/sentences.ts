import type {
  BuildAbout,
  BuildDiff,
  Dependent,
  DryRun,
  HistoryRow,
  NoticeFacts,
  OverviewLine,
} from '@redress/contracts/release-api';
import type { Cohorts } from '@redress/contracts/releases';

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

/** What nothing is said of. */
export const ALL_WELL = 'All well';

/**
 * One line of the first page in words, for the console and the command line.
 * @param clock - writes a time in the reader's zone
 */
export function sentenceOf(line: OverviewLine, clock: (iso: string) => string): string {
  const { kind, channel, remote, isRollout, sessions, about } = line;
  const since = line.since === null ? '' : ` since ${clock(line.since)}`;
  const who = `${isRollout ? `The rollout of ${remote}` : (remote ?? '')} on ${channel}`;
  const left = line.held ? `; not taken back at ${clock(line.held.at)}: ${HELD_BECAUSE[line.held.why]}` : '';
  const count = sessions ? `${sessions.bad} of ${sessions.all} session${sessions.all === 1 ? '' : 's'}` : '';
  switch (kind) {
    case 'failing':
      return `${who} is failing: ${count}${since}${left}`;
    case 'some-fail':
      return `${who} may be failing: ${count}${since}, too few to be sure${left}`;
    case 'slow':
      return `${who} is slow: ${count}${since} had a poor web vital`;
    case 'off':
      return `${remote} is switched off in ${channel}${since}: ${about}`;
    case 'ledger-broken':
      return `The ledger is broken at ${about}; seen${since}`;
    case 'not-told':
      return `${about === '1' ? '1 mail or webhook has' : `${about} mails and webhooks have`} reached nobody${since}`;
    case 'store-away':
      return `The store of builds does not answer${since}`;
    case 'site-silent':
      return `The site ${about} does not answer${since}`;
    case 'site-behind':
      return `The site ${about} does not follow ${channel}${since}`;
    case 'expired':
      return `The snapshot of ${channel} has expired${since}`;
    case 'expires-soon':
      return `The snapshot of ${channel} is not renewed: it expires at ${line.since === null ? '' : clock(line.since)}`;
    case 'no-reports':
      return line.since === null
        ? 'No tab has reported anything yet: how the builds fare is not known'
        : `No reports${since}: how the builds fare is not known`;
  }
}

/** Who has a build that rolls out, in words, for the console and the command line: `10 % in CA, and staff, group beta`. */
export function audienceOf({ percent, cohorts }: { percent: number; cohorts?: Cohorts | null | undefined }): string {
  const { staff, countries, groups, within } = cohorts ?? {};
  const named = [
    ...(staff ? ['staff'] : []),
    ...(countries ? [`everybody in ${countries.join(' ')}`] : []),
    ...(groups ? [`group ${groups.join(' ')}`] : []),
  ];
  const share = `${percent} % of visitors${within ? ` in ${within.join(' ')}` : ''}`;
  return named.length > 0 ? `${share}, and ${named.join(', ')}` : share;
}

const short = (build: unknown) => (typeof build === 'string' ? build.slice(0, 8) : 'none');

/** Most builds that are named; of more only their number is said. */
const BUILDS_NAMED = 3;

/** `rollback mf-wizard b2000000 to a1000000`: what a snapshot was made for, and what it changed. */
export const changeOf = ({ kind, changes, switched, rolledOut }: HistoryRow): string =>
  [
    kind,
    rolledOut && `${rolledOut.name} ${short(rolledOut.to)} to ${rolledOut.percent} %`,
    switched.map(({ name, off }) => `${name} ${off ? 'off' : 'on'}`).join(', '),
    changes.length > BUILDS_NAMED
      ? `of ${changes.length} builds`
      : changes.map(({ name, from, to }) => `${name} ${short(from)} to ${short(to)}`).join(', '),
  ]
    .filter(Boolean)
    .join(' ');

/** One remote of an act that was tried. */
export const moveOf = ({ remote, from, to, percent, cohorts }: DryRun['moves'][number]): string =>
  to === null
    ? `${remote} goes off the channel`
    : `${remote}: ${from ? short(from) : 'nothing'} to ${short(to)}${percent === null ? '' : ` for ${audienceOf({ percent, cohorts })}`}`;

/** `a1b2 to c3d4` of what an entry changed. */
export function movesOf(detail: Record<string, unknown>): string {
  const list = (detail['moves'] ?? detail['builds']) as
    { from?: unknown; to?: unknown; buildId?: unknown }[] | undefined;
  if (Array.isArray(list))
    return list.map((move) => `${short(move.from)} to ${short(move.to ?? move.buildId)}`).join(', ');
  const { commit } = (detail['about'] as BuildAbout | undefined)?.origin ?? {};
  if (commit) return `${short(detail['buildId'])} of commit ${commit.slice(0, 7)}`;
  return 'from' in detail && 'to' in detail
    ? `${short(detail['from'])} to ${short(detail['to'])}`
    : short(detail['buildId'] ?? '');
}

/** What an act that was tried comes to. */
export const outcomeOf = ({ outcome, confirmWithinMinutes }: DryRun): string =>
  ({
    done: 'It would be done at once.',
    waits: `It would wait for another person to confirm it within ${confirmWithinMinutes} minutes.`,
    refused: 'It would be refused.',
  })[outcome];

/** More names than this are counted. */
const NAMES_SHOWN = 6;

/** What one build takes of another remote. */
export function takenBy({ slots, links, names }: Dependent): string {
  const some = names.length > NAMES_SHOWN ? `${names.length} names` : names.join(', ');
  return [
    ...(slots.length > 0 ? [`draws ${slots.join(', ')}`] : []),
    ...(links.length > 0 ? [`leads to ${links.join(', ')}`] : []),
    ...(names.length > 0 ? [`uses ${some}`] : []),
  ].join('; ');
}

const LISTS = {
  exposes: 'Modules',
  slots: 'Slots',
  routes: 'Pages',
  shared: 'Shared packages',
  uses: 'Names it uses',
  offers: 'Names it offers',
  writes: 'Drafts it writes',
  reads: 'Drafts it reads',
} as const satisfies Partial<Record<keyof BuildDiff, string>>;
const identity = (of: BuildDiff['from']): string => (of ? `${of.version} ${of.buildId.slice(0, 8)}` : 'none');
const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;

/** What changes for visitors when one build takes the place of another: a text by its name, or what came and what went. */
export function differencesOf(diff: BuildDiff): [name: string, value: string | readonly string[]][] {
  const { from, to, files, wireBytes, contracts, types } = diff;
  const lists = Object.entries(LISTS).map(([key, label]): [string, string[]] => {
    const { added, removed } = diff[key as keyof typeof LISTS];
    return [label, [...added.map((item) => `+ ${item}`), ...removed.map((item) => `− ${item}`)]];
  });
  const all: [string, string | readonly string[]][] = [
    ['Build', `${identity(from)} to ${identity(to)}`],
    ['Files', `${files.added} new, ${files.removed} gone, ${files.kept} the same`],
    [
      'On the wire',
      `${kilobytes(wireBytes.from)} to ${kilobytes(wireBytes.to)}; a returning visitor fetches ${kilobytes(wireBytes.fetchedAgain)}`,
    ],
    ...lists,
    ['Contracts', contracts.from === contracts.to ? '' : `${contracts.from ?? 'none'} to ${contracts.to ?? 'none'}`],
    ['Other types', types.join(', ')],
  ];
  return all.filter(([, value]) => value.length > 0);
}
