import type { ServedBy } from '@redress/contracts/release-api';
import { integrityOf } from '@redress/release-client/publish';
import { assertKnownChannel, channelActs, namedBuilds } from './acts/channel-acts.ts';
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

  const assertChannel = (channel: string) => assertKnownChannel(keys, channel);

  const buildsNamed = (builds: Parameters<typeof namedBuilds>[1]) => namedBuilds(channels, builds);

  const channelNames = () =>
    Object.keys(keys.trust().channels)
      .sort()
      .toSorted((one, other) => Number(other === MAIN) - Number(one === MAIN));

  return {
    alive: () => Promise.resolve({ ok: true }),
    whoAmI: (_input, actor) => Promise.resolve(actor),
    channels: () => Promise.resolve(channelNames()),
    overview: (_input, actor) => readOverview(channelNames(), actor),
    async remoteHistory(wanted) {
      assertChannel(wanted.channel);
      return readRemoteHistory(core, wanted);
    },
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
    async served({ channel }) {
      assertChannel(channel);
      return program.served(channel);
    },
    async followed({ channel, number }) {
      assertChannel(channel);
      return readFollowed(core, { channel, number, served: await program.served(channel) });
    },
    health: ({ minutes }) => program.health.read(new Date(now().getTime() - minutes * 60_000)),

    async status({ channel }) {
      assertChannel(channel);
      const status = await channels.status(channel);
      const since = new Date(now().getTime() - DAY_MS);
      const remotes = status.remotes.map(async (remote) => {
        const wanted = { remote: remote.name, build: remote.buildId, since, limit: ERRORS_SHOWN };
        return { ...remote, errors: await readPlaces(await readBrowserErrors(db, wanted)) };
      });
      return { ...status, remotes: await Promise.all(remotes) };
    },
    errors: async (wanted) => readPlaces(await readBrowserErrors(db, wanted)),
    async history({ channel, limit, before }) {
      assertChannel(channel);
      return channels.history(channel, limit, before);
    },
    builds: ({ name, ...page }) => registry.list(name, page),
    async servedBuilds({ channel, remote, ...page }) {
      assertChannel(channel);
      return channels.servedBuilds(channel, remote, page);
    },

    async diff({ channel, from, to }) {
      assertChannel(channel);
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
    dryRun: (asked, actor) => dryRun(core, asked, actor),
    async inspect(asked, actor) {
      assertChannel(asked.channel);
      return inspect(core, asked, actor);
    },
    async types({ channel }) {
      assertChannel(channel);
      return offeredTypes(core, channel);
    },
    async schedule({ channel, builds, at, ...options }, actor) {
      assertChannel(channel);
      return plan(core, { channel, builds: await buildsNamed(builds), at: new Date(at), ...options }, actor);
    },
    async plans(page, actor) {
      assertChannel(page.channel);
      return listPlans(core, page, actor);
    },
    async confirm({ channel, id }, actor) {
      assertChannel(channel);
      return confirmPlan(core, channel, id, actor);
    },
    async endPlan(input, actor) {
      assertChannel(input.channel);
      await endPlan(core, input, actor);
      return {};
    },
    async channelSettings({ channel }) {
      assertChannel(channel);
      return channelSettings(db, channel);
    },
    async changeChannel({ channel, reason, ...change }, actor) {
      assertChannel(channel);
      return changeChannel(db, channel, change, { actor, reason, now: now() });
    },

    async unmark({ channel, remote, build, reason }, actor) {
      assertChannel(channel);
      const buildId = await channels.resolveBuild(remote, build);
      await channels.unmark(channel, { name: remote, buildId }, actor, reason);
      return { buildId };
    },
    async freezes({ channel }) {
      assertChannel(channel);
      return readFreezes(db, channel, now());
    },

    async thaw({ channel, id, reason }, actor) {
      assertManages(actor);
      assertChannel(channel);
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
      assertChannel(channel);
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

    async staffPasses({ channel }) {
      assertChannel(channel);
      return listStaffPasses(core, channel);
    },
    async addStaffPass({ channel, reason = null, ...wanted }, actor) {
      assertChannel(channel);
      return channels.addStaffPass({ channel, reason, ...wanted }, actor);
    },
    async endStaffPass(input, actor) {
      assertChannel(input.channel);
      return { number: await channels.endStaffPass(input, actor) };
    },

    async previews({ channel }) {
      assertChannel(channel);
      return listPreviews(core, channel);
    },
    async addPreview({ channel, builds, snapshot, hours, once, reason }, actor) {
      assertChannel(channel);
      if ((builds === undefined) === (snapshot === undefined)) {
        throw new ReleaseRefusal('REQUEST_INVALID', 'Name builds or a snapshot.');
      }
      const target = snapshot === undefined ? { builds: await buildsNamed(builds ?? []) } : { snapshot };
      return addPreview(core, { channel, target, hours, once, reason: reason ?? null }, actor);
    },
    async previewPullRequest({ builds, reason, ...wanted }, actor) {
      assertChannel(wanted.channel);
      const named = await buildsNamed(builds);
      return previewPullRequest(core, { ...wanted, builds: named, reason: reason ?? null }, actor);
    },
    async confirmPreview(input, actor) {
      assertChannel(input.channel);
      return confirmPreview(core, input, actor);
    },
    async endPreview(input, actor) {
      assertChannel(input.channel);
      await endPreview(core, input, actor);
      return {};
    },

    async notices(page) {
      assertChannel(page.channel);
      return listNotices(db, page);
    },
    async noticeTargets({ channel }) {
      assertChannel(channel);
      return listTargets(db, channel);
    },
    async addNoticeTarget(wanted, actor) {
      assertChannel(wanted.channel);
      return addTarget(core, { ...wanted, privateHosts: program.privateHosts ?? [] }, actor);
    },
    async rotateNoticeTarget(wanted, actor) {
      assertChannel(wanted.channel);
      return rotateTarget(core, wanted, actor);
    },
    async endNoticeTarget(wanted, actor) {
      assertChannel(wanted.channel);
      await endTarget(core, wanted, actor);
      return {};
    },
    async testNotice(wanted, actor) {
      assertChannel(wanted.channel);
      return testNotice(core, wanted, actor);
    },
    async retryNotice(wanted, actor) {
      assertChannel(wanted.channel);
      return retryNotice(core, wanted, actor);
    },

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

    async graph({ channel }) {
      assertChannel(channel);
      return readGraph(core, channel);
    },

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

    async verifyLedger({ head }) {
      return checkLedger(core, head);
    },
  };
}
