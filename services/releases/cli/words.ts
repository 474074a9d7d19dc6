import type { ReleaseEndpointName } from '@redress/contracts/release-api';
import { contractCommand, type Row } from './contract-command.ts';
import type { Command } from './command.ts';
import { buildsCommand } from './commands/builds.ts';
import { channelLimits } from './commands/channel-limits.ts';
import { localCommands } from './commands/local.ts';
import { planAdd } from './commands/plan-add.ts';
import { previewCommands } from './commands/preview.ts';
import { promoteCommand, rollbackCommand } from './commands/promote.ts';
import { publishCommand } from './commands/publish.ts';
import { rolloutCommand } from './commands/rollout.ts';
import { statusCommand } from './commands/status.ts';
import { typesCommand } from './commands/types.ts';
import {
  printDiff,
  printHistory,
  printLedger,
  printNotices,
  printPerson,
  printRetention,
  printTarget,
  printVerdict,
} from './print.ts';

const row = <N extends ReleaseEndpointName>(made: Row<N>): Row<N> => made;
const rollout = (act: string, sentence: string) =>
  row({ call: 'changeRollout', names: ['remote'], fixed: { act }, sentence });
const TOKEN = '{name} ({role}) until {expiresAt}. The secret is shown only this once:\n{token}';

/** Calls of the contract under the words people type. */
const ROWS = {
  'builds unmark': row({
    call: 'unmark',
    names: ['remote@build'],
    sentence: '{remote} {buildId} is marked bad no more on {channel}.',
  }),
  'rollout pause': rollout('pause', '{remote} stays at its share until it is resumed.'),
  'rollout resume': rollout('resume', 'The steps of {remote} go on.'),
  'rollout finish': rollout('finish', 'Everybody gets the build of {remote} that rolled out.'),
  'rollout abort': rollout('abort', 'Everybody has the build of {remote} of before.'),
  off: row({ call: 'switchOff', names: ['remote'], sentence: '{remote} is off: no tab loads a file of it.' }),
  on: row({ call: 'switchOn', names: ['remote'], sentence: '{remote} is loaded again.' }),
  retire: row({ call: 'retire', names: ['remote'], sentence: '{remote} is gone, with its pages and slots.' }),
  freeze: row({ call: 'freezes', sentence: 'Nothing is frozen.' }),
  'freeze add': row({ call: 'freeze', sentence: '{channel} is frozen until {until} ({id}).' }),
  'freeze end': row({ call: 'thaw', names: ['id'], sentence: 'Freeze {id} of {channel} is over.' }),
  plan: row({
    call: 'plans',
    columns: 'id at builds rollout override actor state confirmedBy expiresAt note reason',
    sentence: 'No promotion is planned.',
  }),
  'plan confirm': row({
    call: 'confirm',
    names: ['id'],
    sentence: 'Promotion {id} is confirmed by {confirmedBy}: {state}.',
  }),
  'plan end': row({ call: 'endPlan', names: ['id'], sentence: 'Promotion {id} is given up.' }),
  'preview confirm': row({
    call: 'confirmPreview',
    names: ['id', 'what…'],
    sentence: 'Preview {id} of {what} can be opened, until {expiresAt}.',
  }),
  'preview end': row({ call: 'endPreview', names: ['id'], sentence: 'Nobody sees it any more.' }),
  history: row({ call: 'history', print: printHistory }),
  'history diff': row({ call: 'diff', print: printDiff }),
  'history ledger': row({ call: 'ledger', print: printLedger }),
  'history verify': row({ call: 'verifyLedger', print: printVerdict }),
  people: row({ call: 'people', sentence: 'Nobody is registered: people use tokens.' }),
  'people add': row({ call: 'addPerson', names: ['handle'], print: printPerson }),
  'people change': row({ call: 'changePerson', names: ['handle'], print: printPerson }),
  'people end': row({ call: 'endPerson', names: ['handle'], print: printPerson }),
  'people sign-out': row({
    call: 'endSessions',
    names: ['handle'],
    sentence: '{ended} sessions of @{handle} have ended.',
  }),
  'people token': row({ call: 'tokens' }),
  'people token add': row({ call: 'addToken', names: ['name'], sentence: TOKEN }),
  'people token rotate': row({ call: 'rotateToken', names: ['name'], sentence: TOKEN }),
  'people token end': row({ call: 'endToken', names: ['name'], sentence: '{name} is no longer a token.' }),
  'people staff': row({ call: 'staffPasses', sentence: 'Nobody has a staff pass.' }),
  'people staff add': row({
    call: 'addStaffPass',
    names: ['person'],
    sentence:
      'Staff pass {id} of {person}, until {expiresAt}. The first browser that opens this path of the site has it; it is shown only now:\n{path}',
  }),
  'people staff end': row({ call: 'endStaffPass', names: ['id'], sentence: 'Staff pass {id} has ended.' }),
  notices: row({ call: 'notices', print: printNotices }),
  'notices targets': row({
    call: 'noticeTargets',
    sentence: 'Nobody is told: `release notices add --email …` or `--webhook …`.',
  }),
  'notices add': row({ call: 'addNoticeTarget', print: printTarget }),
  'notices rotate': row({ call: 'rotateNoticeTarget', names: ['id'], print: printTarget }),
  'notices end': row({ call: 'endNoticeTarget', names: ['id'], sentence: '{id} is told no longer.' }),
  'notices test': row({ call: 'testNotice', print: (notice) => printNotices([notice]) }),
  'notices retry': row({ call: 'retryNotice', names: ['id'], print: (notice) => printNotices([notice]) }),
  retention: row({ call: 'retention', print: printRetention }),
  'retention apply': row({ call: 'collect', print: printRetention }),
  'retention pin': row({ call: 'pin', names: ['name@build'], sentence: '{name} {buildId} is pinned.' }),
  'retention unpin': row({ call: 'unpin', names: ['name@build'], sentence: '{name} {buildId} is no longer pinned.' }),
  channel: row({ call: 'channelSettings' }),
  'channel set': row({ call: 'changeChannel' }),
  'channel limit': row({ call: 'changeChannel', names: ['remote', 'limits…'], more: channelLimits }),
} as const;

const made = Object.fromEntries(
  // The cast: each row is checked against its own call where it is written.
  Object.entries(ROWS).map(([word, each]) => [word, contractCommand(word, each as unknown as Row)]),
) as Record<keyof typeof ROWS, Command>;

/** Every command by its words, in the order of the help. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  status: statusCommand,
  builds: buildsCommand,
  publish: publishCommand,
  promote: promoteCommand,
  rollback: rollbackCommand,
  rollout: rolloutCommand,
  ...previewCommands,
  ...made,
  'plan add': planAdd,
  types: typesCommand,
  ...localCommands,
};

/** Words that help shows first; the others are needed once a year. */
export const WEEKLY = 'status builds publish promote rollback rollout preview off on freeze plan history'.split(' ');

/** Words of former versions, each with what does the same now. */
export const MOVED: Readonly<Record<string, string>> = {
  overview: '`status` begins with what is not well',
  served: '`builds <remote>` says which builds served, and when',
  rename: '`promote <new name> --retire <remote>`',
  unmark: '`builds unmark <remote>@<build>`',
  freezes: '`freeze`',
  thaw: '`freeze end <no>`',
  schedule: '`plan add <remote> --at <time>`',
  plans: '`plan`',
  confirm: '`plan confirm <no>`',
  unplan: '`plan end <no>`',
  previews: '`preview` alone',
  diff: '`history diff`',
  ledger: '`history ledger`, and `history verify`',
  tokens: '`people token`',
  staff: '`people staff`',
  pin: '`retention pin <remote>@<build>`',
  unpin: '`retention unpin <remote>@<build>`',
  sign: '`publish` signs what it sends, with the key of the team',
  drill: '`npm run bench:release` measures rollbacks; on preview, promote and rollback do the same by hand',
};
