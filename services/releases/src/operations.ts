import type { ServedBy } from '@redress/contracts/release-api';
import { integrityOf } from '@redress/release-client/publish';
import { channelActs, namedBuilds, ofKnownChannels } from './acts/channel-acts.ts';
import { dryRun } from './acts/dry-run.ts';
import { inspect } from './acts/inspect.ts';
import { contentKey } from './blobs/build-files.ts';
import { offeredTypes } from './builds/offered-types.ts';
import { whileStoreAnswers } from './blobs/store-answers.ts';
import { changeChannel, channelSettings } from './channels/channel-settings.ts';
import { readFreezes } from './channels/freezes.ts';
import { diffBuilds } from './channels/diff.ts';
import { lockChannel } from './channels/lock-channel.ts';
import { readGraph } from './channels/graph.ts';
import { readBrowserErrors } from './health/browser-errors.ts';
import { readFollowed } from './health/followed.ts';
import type { HealthStore } from './health/health-store.ts';
import { createSourcePlaces } from './health/source-places.ts';
import { assertManages } from './http/actor.ts';
import { createTokens } from './http/tokens.ts';
import { checkLedger } from './ledger/check-ledger.ts';
import type { ActNews } from './ledger/act-news.ts';
import { listNotices, retryNotice, testNotice } from './notices/notices.ts';
import { addTarget, endTarget, listTargets, rotateTarget } from './notices/targets.ts';
import { createOverview } from './overview/overview.ts';
import { readRemoteHistory } from './overview/remote-history.ts';
import { appendToLedger, ledgerHead } from './ledger/ledger.ts';
import { searchLedger } from './ledger/search.ts';
import { teamsOf } from './keys/ownership.ts';
import { createPeople } from './people/people.ts';
import { addPreview, confirmPreview, endPreview, listPreviews } from './previews/previews.ts';
import { previewPullRequest } from './previews/pull-requests.ts';
import { confirmPlan, endPlan, listPlans, plan } from './plans/plans.ts';
import type { ReleaseCore } from './release-core.ts';
import type { ReleaseOperations } from './release-operations.ts';
import { ReleaseRefusal } from './refusal.ts';
import { listStaffPasses } from './staff/staff-passes.ts';
import { DAY_MS, noteUpload } from './retention/limits.ts';

/** The channel that is shown first. */
const MAIN = 'production';

/** Errors beside each remote in a status. */
const ERRORS_SHOWN = 3;

/** What only a running program knows. */
export interface RunningProgram {
  served: (channel: string) => Promise<ServedBy>;
  health: Pick<HealthStore, 'read'>;
  /** Without it nobody waits for an act. */
  acts?: Pick<ActNews, 'next'>;
  /** Receivers of webhooks in the own network that the configuration names. */
  privateHosts?: readonly string[];
}

/** Each operation checks what its actor may do. */
export function releaseOperations(core: ReleaseCore, program: RunningProgram): ReleaseOperations {
  const { registry, channels, blobs, keys, db, now } = core;

  const tokens = createTokens(db, now);
  const people = createPeople(db, now);
  const readPlaces = createSourcePlaces(core);
  const readOverview = createOverview(core, program);

  const sideOf = async (name: string, buildId: string | undefined) => {
    if (buildId === undefined) return null;
    const descriptor = await registry.find(name, buildId);
    return { descriptor, facts: await registry.facts(descriptor) };
  };

  const buildsNamed = (builds: Parameters<typeof namedBuilds>[1]) => namedBuilds(channels, builds);

  const channelNames = () =>
    Object.keys(keys.trust().channels)
      .sort()
      .toSorted((one, other) => Number(other === MAIN) - Number(one === MAIN));

  const operations: Omit<ReleaseOperations, 'dryRun'> = {
    alive: () => Promise.resolve({ ok: true }),
    whoAmI: (_input, actor) => Promise.resolve(actor),
    channels: () => Promise.resolve(channelNames()),
    overview: (_input, actor) => readOverview(channelNames(), actor),
    remoteHistory: (wanted) => readRemoteHistory(core, wanted),
    async changes({ after, waitSeconds }) {
      // Waited for before it is looked at: an act between the two is not missed.
      const next = waitSeconds > 0 ? program.acts?.next(waitSeconds * 1_000) : undefined;
      try {
        let seq = (await ledgerHead(db))?.seq ?? 0;
        if (next && seq === after) {
          await next.came;
          seq = (await ledgerHead(db))?.seq ?? 0;
        }
        return { seq, at: now().toISOString() };
      } finally {
        // Also where the database is away: every console asks again at once.
        next?.forget();
      }
    },
    served: ({ channel }) => program.served(channel),
    followed: async ({ channel, number }) =>
      readFollowed(core, { channel, number, served: await program.served(channel) }),
    health: ({ minutes }) => program.health.read(new Date(now().getTime() - minutes * 60_000)),

    async status({ channel }) {
      const status = await channels.status(channel);
      const since = new Date(now().getTime() - DAY_MS);
      const remotes = status.remotes.map(async (remote) => {
        const wanted = { remote: remote.name, build: remote.buildId, since, limit: ERRORS_SHOWN };
        return { ...remote, errors: await readPlaces(await readBrowserErrors(db, wanted)) };
      });
      return { ...status, remotes: await Promise.all(remotes) };
    },
    errors: async (wanted) => readPlaces(await readBrowserErrors(db, wanted)),
    history: ({ channel, limit, before }) => channels.history(channel, limit, before),
    builds: ({ name, ...page }) => registry.list(name, page),
    servedBuilds: ({ channel, remote, ...page }) => channels.servedBuilds(channel, remote, page),

    async diff({ channel, from, to }) {
      const number = to ?? (await channels.current(channel))?.number;
      if (number === undefined) throw new ReleaseRefusal('CHANNEL_EMPTY', `${channel} has no snapshot yet.`);
      const after = await channels.buildsAt(channel, number);
      const before = (from ?? number - 1) > 0 ? await channels.buildsAt(channel, from ?? number - 1) : {};
      const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
      const changed = names.filter((name) => before[name]?.current !== after[name]?.current);
      return Promise.all(
        changed.map(async (name) =>
          diffBuilds(name, await sideOf(name, before[name]?.current), await sideOf(name, after[name]?.current)),
        ),
      );
    },

    async publish({ origin, ...signed }, actor) {
      const { name, buildId, files } = registry.open(signed, actor);
      const missing: string[] = [];
      for (const [path, { integrity }] of Object.entries(files)) {
        const stored = await whileStoreAnswers(() => blobs.get(contentKey(integrity)));
        if (!stored || integrityOf(stored) !== integrity) missing.push(path);
      }
      if (missing.length > 0) return { name, buildId, missing, isNew: true };
      const readFile = (path: string) => blobs.get(contentKey(files[path]?.integrity as string));
      const { isNew } = await registry.publish({ signed, readFile, origin }, actor);
      return { name, buildId, missing, isNew };
    },

    async upload(sent, actor) {
      const bytes = Buffer.from(sent);
      const integrity = integrityOf(bytes);
      const key = contentKey(integrity);
      const stored = await whileStoreAnswers(() => blobs.get(key));
      if (!stored) {
        const uploader = actor.team ?? actor.name;
        await noteUpload(db, { integrity, bytes: bytes.length, uploader, at: now() }, core.limits);
        await whileStoreAnswers(() => blobs.put(key, bytes));
      }
      if (stored && integrityOf(stored) !== integrity) await whileStoreAnswers(() => blobs.replace(key, bytes));
      return { integrity };
    },

    ...channelActs(core, channels),
    inspect: (asked, actor) => inspect(core, asked, actor),
    types: ({ channel }) => offeredTypes(core, channel),
    schedule: async ({ channel, builds, at, ...options }, actor) =>
      plan(core, { channel, builds: await buildsNamed(builds), at: new Date(at), ...options }, actor),
    plans: (page, actor) => listPlans(core, page, actor),
    confirm: ({ channel, id }, actor) => confirmPlan(core, channel, id, actor),
    async endPlan(input, actor) {
      await endPlan(core, input, actor);
      return {};
    },
    channelSettings: ({ channel }) => channelSettings(db, channel),
    changeChannel: ({ channel, reason, ...change }, actor) =>
      changeChannel(db, channel, change, { actor, reason, now: now() }),

    async unmark({ channel, remote, build, reason }, actor) {
      const buildId = await channels.resolveBuild(remote, build);
      await channels.unmark(channel, { name: remote, buildId }, actor, reason);
      return { buildId };
    },
    freezes: ({ channel }) => readFreezes(db, channel, now()),

    async thaw({ channel, id, reason }, actor) {
      assertManages(actor);
      await db.transaction().execute(async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom('releases.freeze')
          .where('channel', '=', channel)
          .where('id', '=', id)
          .where('ends_at', '>', now())
          .executeTakeFirst();
        if (numDeletedRows === 0n) throw new ReleaseRefusal('FREEZE_INVALID', `${channel} has no freeze ${id}.`);
        await appendToLedger(trx, { actor, action: 'thaw', subject: channel, detail: { id }, reason, now: now() });
      });
      return {};
    },

    async freeze({ channel, reason, ...window }, actor) {
      const [from, until] = [window.from === undefined ? now() : new Date(window.from), new Date(window.until)];
      assertManages(actor);
      if (until <= now() || until <= from) {
        throw new ReleaseRefusal('FREEZE_INVALID', `A freeze until ${until.toISOString()} would be over already.`);
      }
      return db.transaction().execute(async (trx) => {
        await lockChannel(trx, channel);
        const same = await trx
          .selectFrom('releases.freeze')
          .select('id')
          .where('channel', '=', channel)
          .$if(window.from !== undefined, (query) => query.where('starts_at', '=', from))
          // From now on, asked again: it began a moment ago.
          .$if(window.from === undefined, (query) => query.where('starts_at', '<=', from).where('reason', '=', reason))
          .where('ends_at', '=', until)
          .where('actor', '=', actor.name)
          .executeTakeFirst();
        // Asked again after a lost answer, it is frozen once.
        if (same) return { id: Number(same.id) };
        const { id } = await trx
          .insertInto('releases.freeze')
          .values({ channel, starts_at: from, ends_at: until, reason, actor: actor.name })
          .returning('id')
          .executeTakeFirstOrThrow();
        const detail = { from: from.toISOString(), until: until.toISOString() };
        await appendToLedger(trx, { actor, action: 'freeze', subject: channel, detail, reason, now: now() });
        return { id: Number(id) };
      });
    },

    staffPasses: ({ channel }) => listStaffPasses(core, channel),
    addStaffPass: ({ channel, reason = null, ...wanted }, actor) =>
      channels.addStaffPass({ channel, reason, ...wanted }, actor),
    endStaffPass: async (input, actor) => ({ number: await channels.endStaffPass(input, actor) }),

    previews: ({ channel }) => listPreviews(core, channel),
    async addPreview({ channel, builds, snapshot, hours, once, reason }, actor) {
      if ((builds === undefined) === (snapshot === undefined)) {
        throw new ReleaseRefusal('REQUEST_INVALID', 'Name builds or a snapshot.');
      }
      const target = snapshot === undefined ? { builds: await buildsNamed(builds ?? []) } : { snapshot };
      return addPreview(core, { channel, target, hours, once, reason: reason ?? null }, actor);
    },
    async previewPullRequest({ builds, reason, ...wanted }, actor) {
      const named = await buildsNamed(builds);
      return previewPullRequest(core, { ...wanted, builds: named, reason: reason ?? null }, actor);
    },
    confirmPreview: (input, actor) => confirmPreview(core, input, actor),
    async endPreview(input, actor) {
      await endPreview(core, input, actor);
      return {};
    },

    notices: (page) => listNotices(db, page),
    noticeTargets: ({ channel }) => listTargets(db, channel),
    addNoticeTarget: (wanted, actor) => addTarget(core, { ...wanted, privateHosts: program.privateHosts ?? [] }, actor),
    rotateNoticeTarget: (wanted, actor) => rotateTarget(core, wanted, actor),
    async endNoticeTarget(wanted, actor) {
      await endTarget(core, wanted, actor);
      return {};
    },
    testNotice: (wanted, actor) => testNotice(core, wanted, actor),
    retryNotice: (wanted, actor) => retryNotice(core, wanted, actor),

    retention: () => core.retention.plan(),
    collect: (_input, actor) => core.retention.collect(actor),
    async pin({ name, build, reason }, actor) {
      const buildId = await channels.resolveBuild(name, build);
      await core.retention.pin({ name, buildId }, actor, reason);
      return { name, buildId };
    },
    async unpin({ name, build, reason }, actor) {
      const buildId = await channels.resolveBuild(name, build);
      await core.retention.unpin({ name, buildId }, actor, reason);
      return { name, buildId };
    },

    graph: ({ channel }) => readGraph(core, channel),

    teams: () => Promise.resolve(teamsOf(keys.trust())),
    people: (_input, actor) => people.list(actor),
    addPerson: (input, actor) => people.add(input, actor),
    changePerson: (input, actor) => people.change(input, actor),
    endPerson: (input, actor) => people.end(input, actor),
    endSessions: (input, actor) => people.endSessions(input, actor),

    tokens: () => tokens.list(),
    addToken: (input, actor) => tokens.add(input, actor),
    rotateToken: (input, actor) => tokens.rotate(input, actor),
    async endToken(input, actor) {
      await tokens.end(input, actor);
      return {};
    },

    ledger: (question) => searchLedger(db, question),

    verifyLedger: ({ head }) => checkLedger(core, head),
  };
  // That there is no such channel is one of the things that a dry run finds.
  return { ...ofKnownChannels(keys, operations), dryRun: (asked, actor) => dryRun(core, asked, actor) };
}
