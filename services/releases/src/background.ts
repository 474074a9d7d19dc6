import { setTimeout as wait } from 'node:timers/promises';
import { repeat } from '@redress/database';
import { channelSettings } from './channels/channel-settings.ts';
import type { BrowserErrors } from './health/browser-errors.ts';
import { applyHealthGate } from './health/health-gate.ts';
import type { HealthStore } from './health/health-store.ts';
import { DEFAULT_LIMITS } from './health/limits.ts';
import { systemActor } from './http/actor.ts';
import { syncTokens } from './http/tokens.ts';
import { noteTrust } from './ledger/note-trust.ts';
import { forgetNotices, readUndelivered, watchLedger } from './notices/notices.ts';
import type { NoticeSender } from './notices/send-notices.ts';
import { runDuePlans } from './plans/run-plans.ts';
import type { ReleaseReader } from './reader/release-reader.ts';
import type { ReleaseCore } from './release-core.ts';
import type { ReleaseMetrics } from './release-metrics.ts';
import { runDueSteps } from './rollouts/due-steps.ts';
import type { Archive } from './snapshots/archive.ts';
import { catchUp } from './snapshots/rebuild.ts';

const FLUSH_MS = 2_000;
const GATE_MS = 5_000;
const CATCH_UP_MS = 1_000;
const NOTICE_MS = 1_000;
const ARCHIVE_MS = 1_000;
/** How often a statement is signed at which number the channel stands. */
const STATE_MS = 60_000;
const HOURLY_MS = 60 * 60_000;
/** Copies of many builds take longer than a stop may; whatever is cut off is done again after the next start. */
const STOP_MS = 10_000;

export interface BackgroundDeps {
  core: ReleaseCore;
  channel: string;
  reader: ReleaseReader;
  health: HealthStore;
  errors: BrowserErrors;
  /** `undefined` where nobody is told of anything. */
  notices: NoticeSender | undefined;
  archive: Archive;
  metrics: ReleaseMetrics;
  /** Of how many groups of addresses the visitors must be for whom a build fails, where the channel does not say. */
  minGroups: number;
  /** Whether a fresh build that fails is rolled back; people are told of it either way. */
  healthGate: boolean;
  now: () => Date;
  log: (message: string) => void;
}

type Every = (ms: number, work: () => Promise<unknown>) => void;

/** Starts what the service does without being asked: each task at its own interval, but never twice at once, until `stop`. Why a task fails is logged when it begins to, not at each run. */
export function startBackground(deps: BackgroundDeps) {
  const stops: (() => Promise<void>)[] = [];
  let undelivered = 0;
  const every: Every = (ms, work) => {
    const say = sayOnce(deps.log);
    stops.push(repeat(ms, async () => say(await failureOf(work())), { failed: ({ message }) => deps.log(message) }));
  };

  every(FLUSH_MS, () => deps.health.flush());
  every(FLUSH_MS, () => deps.errors.flush());
  every(FLUSH_MS, async () => measure(deps, undelivered));
  // Read here and not when somebody asks whether the program is ready: the database may be away.
  every(STATE_MS, async () => void (undelivered = (await readUndelivered(deps.core)).count));
  changeByItself(every, deps);
  followFiles(every, deps);
  keepUp(every, deps);

  return {
    /** Begins no run any more and waits for those that go on, at most ten seconds. */
    async stop() {
      await Promise.race([Promise.all(stops.map((stop) => stop())), wait(STOP_MS, null, { ref: false })]);
    },
    /** Mails and webhooks that did not arrive, at the last look. */
    undelivered: () => undelivered,
  };
}
export type Background = ReturnType<typeof startBackground>;

function measure({ reader, metrics, now }: BackgroundDeps, undelivered: number): void {
  const { createdAt, expiresAt, shell, remotes = {} } = reader.held()?.snapshot ?? {};
  const served = Object.entries(remotes).map(([remote, { current }]) => ({ remote, build: current.buildId }));
  metrics.measure({
    served: shell ? [{ remote: 'shell', build: shell.buildId }, ...served] : served,
    number: reader.servedNumber(),
    createdAt: createdAt === undefined ? null : new Date(createdAt),
    expiresAt: expiresAt === undefined ? null : new Date(expiresAt),
    undelivered,
    now: now(),
  });
}

/** Changes of the channel that nobody asks for at that moment: the health gate, plans, steps of rollouts. */
function changeByItself(every: Every, deps: BackgroundDeps): void {
  const { core, channel, health, metrics, log } = deps;
  const gate = async () => {
    const { minGroups, limits: byRemote } = await channelSettings(core.db, channel);
    const notes = await applyHealthGate({
      core,
      health,
      channel,
      limits: { ...DEFAULT_LIMITS, minGroups: minGroups ?? deps.minGroups },
      byRemote,
      isOff: !deps.healthGate,
    });
    for (const note of notes) {
      metrics.gateActed();
      log(note);
    }
  };
  every(GATE_MS, gate);
  every(GATE_MS, async () => {
    for (const note of await runDuePlans(core)) log(note);
    for (const note of await runDueSteps(core, channel)) log(note);
  });
}

/** Takes up what people and other processes change in the folders of keys, tokens and break-glass releases. */
function followFiles(every: Every, { core, channel, now, log }: BackgroundDeps): void {
  const keysOfChannel = () => Object.keys(core.keys.trust().channels[channel] ?? {}).join(' ');
  const sayTrust = sayOnce(log);
  let keysSeen = keysOfChannel();
  every(GATE_MS, async () => {
    // While keys change, the folder of one process is behind that of another: nothing else waits for it.
    sayTrust(await failureOf(noteTrust(core)));
    const keysNow = keysOfChannel();
    // Documents carry the keys of their channel: they are made again with a new snapshot.
    await core.channels.renew(channel, { force: keysNow !== keysSeen });
    keysSeen = keysNow;
  });
  every(GATE_MS, () => syncTokens(core.db, core.keys, now()));
  const logged = new Set<string>();
  every(CATCH_UP_MS, async () => {
    for (const note of await catchUp(core, channel)) {
      if (!logged.has(note)) log(note);
      logged.add(note);
    }
  });
}

/** Copies, sends and signs again what is due, and removes what is no longer needed. */
function keepUp(every: Every, { core, channel, reader, notices, archive, log }: BackgroundDeps): void {
  const sayCopy = sayOnce((why) => log(`Ledger and snapshots are not copied to the store of builds: ${why}`));
  every(ARCHIVE_MS, async () => sayCopy(await failureOf(archive.copyAll())));
  if (notices) every(NOTICE_MS, () => notices.takeUpDue());
  every(STATE_MS, () => reader.refresh());
  every(HOURLY_MS, async () => {
    for (const note of await watchLedger(core, channel)) log(note);
  });
  every(HOURLY_MS, () => forgetNotices(core));
  every(HOURLY_MS, () => core.retention.collect(systemActor('retention')));
}

/** @returns the message of the error, or `''` */
const failureOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => '',
    ({ message }: Error) => message,
  );

/** What is tried every few seconds says why it fails when it begins to fail or fails otherwise, not at each try. */
export function sayOnce(say: (why: string) => void): (why: string) => void {
  let before = '';
  return (why) => {
    // Which entry of many it was makes no other failure of it.
    const kind = why.replace(/\/\d+\.json/, '');
    if (kind !== '' && kind !== before) say(why);
    before = kind;
  };
}
