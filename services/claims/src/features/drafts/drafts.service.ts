import { AppError, type AnswerOf, type ClaimFormData, type FormSession, type saveFormData } from '@redress/contracts';
import { progressPercent } from '@redress/domain';
import { bound } from '@redress/server/bound';
import type { Db, Trx } from '../../platform/database.ts';
import { byPerson, recordEvent } from '../../platform/event.ts';
import type { Call } from '../../platform/http/route.ts';
import { createLocalLimits, type LocalLimits } from '../../platform/local-limits.ts';
import type { Limit } from '../../platform/rate-limits.ts';
import {
  findOwnedSession,
  findSignature,
  lockOwnedSession,
  readSession,
  signatureDataUrl,
} from '../../shared/form-sessions/form-session.repository.ts';
import { stepOf, toFormSession, type Owner, type StoredSession } from '../../shared/form-sessions/form-session.ts';
import type { Services } from '../../shared/feature-services.ts';
import { assertEditable, isFurtherWithSignature, planSave, type SavePlan } from './save-draft.ts';
import { hasStoredSignature, viewSignature, writeSignature, type SignatureView } from './signature-store.ts';

const HOUR = 3_600;
const CREATE_BY_BROWSER: Limit = { name: 'draft.browser', max: 60, seconds: HOUR };
const CREATE_FROM_NETWORK: Limit = { name: 'draft.network', max: 300, seconds: HOUR, isOfNetwork: true };
const TEN_MINUTES = 600;
/** A browser that never stops typing saves every 1.5 s: 400 times. */
const SAVES_BY_BROWSER: Limit = { name: 'save.browser', max: 900, seconds: TEN_MINUTES };
const SAVES_FROM_NETWORK: Limit = { name: 'save.network', max: 20_000, seconds: TEN_MINUTES, isOfNetwork: true };
/** New pictures only: each may take the signature thread 0.2 s. */
const SIGNATURES_BY_BROWSER: Limit = { name: 'signature.browser', max: 120, seconds: TEN_MINUTES };
const SIGNATURES_FROM_NETWORK: Limit = { name: 'signature.network', max: 600, seconds: TEN_MINUTES, isOfNetwork: true };
/** How often a save is tried beside other saves of the draft before it waits for a lock on it. */
const OPTIMISTIC_TRIES = 3;

export interface SaveRequest {
  form_session_id: string;
  base_revision?: number | undefined;
  save_id?: string | undefined;
  fields: ClaimFormData;
}

type Saved = AnswerOf<typeof saveFormData>;

export const ownerOf = ({ user, visitorId }: Pick<Call, 'user' | 'visitorId'>): Owner => ({
  userId: user?.id ?? null,
  visitorId,
});

interface Context extends Services {
  saves: LocalLimits;
}

export const browserOf = ({ user, visitorId, ip }: Call): string => user?.id ?? visitorId ?? ip;

const actorOf = ({ userId, visitorId }: Owner) =>
  userId ? { kind: 'user' as const, id: userId } : { kind: 'visitor' as const, id: visitorId };

const savedAnswer = ({ text }: Context, session: StoredSession, at: Date): Saved => ({
  form_session_id: session.id,
  revision: session.revision,
  saved_at: (session.savedAt ?? at).toISOString(),
  current_step: stepOf(session),
  progress: progressPercent(stepOf(session)),
  message: text('sessions.saved'),
});

async function withSignature(queryDb: Db | Trx, session: StoredSession): Promise<FormSession> {
  const signature = await findSignature(queryDb, session.id);
  return toFormSession(session, signature && signatureDataUrl(signature.png));
}

/** Writes a planned save over the revision it was planned on. @returns false when another save was faster */
async function write(
  queryDb: Db | Trx,
  session: StoredSession,
  plan: Extract<SavePlan, { kind: 'write' }>,
  owner: Owner,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await queryDb
    .updateTable('form_session')
    .set({
      form_data: JSON.stringify(plan.formData),
      revision: plan.revision,
      furthest_step: plan.furthestStep,
      save_ids: plan.saveIds,
      search_text: plan.searchText,
      saved_at: at,
      updated_at: at,
      // A draft this browser made before its person signed in becomes theirs with the first save.
      ...(session.userId === null && owner.userId ? { user_id: owner.userId, visitor_id: null } : {}),
    })
    .where('id', '=', session.id)
    .where('revision', '=', session.revision)
    .where('completed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function apply(
  context: Context,
  queryDb: Db | Trx,
  session: StoredSession,
  request: SaveRequest,
  { change, hasSignature: known }: SignatureView,
  owner: Owner,
): Promise<Saved | null> {
  assertEditable(session);
  const hasSignature =
    known ?? (isFurtherWithSignature(session, request.fields) && (await hasStoredSignature(queryDb, session.id)));
  const plan = planSave(session, {
    fields: request.fields,
    hasSignature,
    signatureChanged: change.kind !== 'keep',
    baseRevision: request.base_revision,
    saveId: request.save_id,
  });
  const at = context.now();
  if (plan.kind === 'nothing-new') return savedAnswer(context, session, at);
  if (plan.kind === 'conflict') {
    throw new AppError('FORM_CONFLICT', { other: await withSignature(queryDb, session) });
  }
  const advanced = plan.furthestStep !== session.furthestStep;
  const work = async (trx: Trx) => {
    if (!(await write(trx, session, plan, owner, at))) return false;
    await writeSignature(trx, session.id, change, at);
    if (advanced || change.kind !== 'keep') {
      await recordEvent(trx, {
        kind: advanced ? 'form-session.advanced' : `form-session.signature-${change.kind}d`,
        actor: actorOf(owner),
        subject: { kind: 'form-session', id: session.id },
        details: { step: plan.furthestStep, revision: plan.revision },
        at,
      });
    }
    return true;
  };
  const isSimple = !advanced && change.kind === 'keep';
  const written = queryDb.isTransaction
    ? await work(queryDb as Trx)
    : isSimple
      ? await write(queryDb, session, plan, owner, at)
      : await queryDb.transaction().execute(work);
  const { formData, revision, furthestStep } = plan;
  return written ? savedAnswer(context, { ...session, formData, revision, furthestStep, savedAt: at }, at) : null;
}

/** Notes which draft this browser shows; written only when it changes. */
async function pointBrowserAt({ db, now }: Context, visitorId: string, formSessionId: string): Promise<void> {
  const at = now();
  await db
    .insertInto('current_draft')
    .values({ visitor_id: visitorId, form_session_id: formSessionId, updated_at: at })
    .onConflict((conflict) =>
      conflict
        .column('visitor_id')
        .doUpdateSet({ form_session_id: formSessionId, updated_at: at })
        .where('current_draft.form_session_id', '!=', formSessionId),
    )
    .execute();
}

async function create(context: Context, call: Call) {
  const { db, limits, newId, now } = context;
  const visitorId = call.ensureVisitor();
  await limits.take(CREATE_BY_BROWSER, call.user?.id ?? visitorId);
  await limits.take(CREATE_FROM_NETWORK, call.ip);
  const id = newId();
  const at = now();
  const owner = ownerOf(call);
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('form_session')
      .values({
        id,
        user_id: owner.userId,
        visitor_id: owner.userId ? null : visitorId,
        form_data: '{}',
        created_at: at,
        updated_at: at,
      })
      .execute();
    await recordEvent(trx, {
      kind: 'form-session.created',
      actor: actorOf({ ...owner, visitorId }),
      subject: { kind: 'form-session', id },
      at,
    });
  });
  await pointBrowserAt(context, visitorId, id);
  return { form_session_id: id, revision: 0 };
}

async function save(context: Context, call: Call, request: SaveRequest): Promise<Saved> {
  const { signatures, db, limits, saves } = context;
  saves.take(SAVES_BY_BROWSER, browserOf(call));
  saves.take(SAVES_FROM_NETWORK, call.ip);
  const owner = ownerOf(call);
  const { signature, ...fields } = request.fields;
  const asked = { ...request, fields };
  const id = request.form_session_id;
  let picture: Promise<Buffer> | undefined;
  const decode = async () => {
    await limits.take(SIGNATURES_BY_BROWSER, browserOf(call));
    await limits.take(SIGNATURES_FROM_NETWORK, call.ip);
    return signatures.flatten(signature ?? '');
  };
  const readPicture = () => (picture ??= decode());
  const view = (queryDb: Db | Trx) => viewSignature(queryDb, id, signature, readPicture);
  for (let tries = 0; tries < OPTIMISTIC_TRIES; tries += 1) {
    const session = await findOwnedSession(db, id, owner);
    if (!session) throw new AppError('NOT_FOUND');
    const saved = await apply(context, db, session, asked, await view(db), owner);
    if (saved) return saved;
  }
  return db.transaction().execute(async (trx) => {
    const session = await lockOwnedSession(trx, id, owner);
    if (!session) throw new AppError('NOT_FOUND');
    const saved = await apply(context, trx, session, asked, await view(trx), owner);
    if (!saved) throw new AppError('CONFLICT');
    return saved;
  });
}

/** One draft by id, or the one this browser shows. Reading one by id makes it the one this browser shows. */
async function read(context: Context, call: Call, id: string | undefined): Promise<FormSession | null> {
  const owner = ownerOf(call);
  const found = await readSession(context.db, id ?? null, owner);
  if (!found && id !== undefined) throw new AppError('NOT_FOUND');
  if (!found) return null;
  const { session, png, current } = found;
  if (id !== undefined && owner.visitorId && current !== id && !session.completedAt) {
    await pointBrowserAt(context, owner.visitorId, id);
  }
  return toFormSession(session, png && signatureDataUrl(png));
}

/** R9a: unlinks, never deletes. */
async function clear({ db, text }: Context, { visitorId }: Call) {
  if (visitorId) await db.deleteFrom('current_draft').where('visitor_id', '=', visitorId).execute();
  return { message: text('sessions.cleared') };
}

/** Drafts that this browser made before sign-in become the person's; those of another account stay where they are. */
async function adopt(
  { now }: Context,
  trx: Trx,
  { userId, visitorId, formSessionId }: { userId: string; visitorId: string; formSessionId: string | null },
): Promise<void> {
  const at = now();
  const adopted = await trx
    .updateTable('form_session')
    .set({ user_id: userId, visitor_id: null, updated_at: at })
    .where('visitor_id', '=', visitorId)
    .where('user_id', 'is', null)
    // An empty draft is adopted only when it is the one that the browser shows.
    .where((is) =>
      is.or([
        is('revision', '>', 0),
        is('id', '=', formSessionId ?? ''),
        is('id', 'in', (select) =>
          select.selectFrom('current_draft').select('form_session_id').where('visitor_id', '=', visitorId),
        ),
      ]),
    )
    .returning('id')
    .execute();
  for (const { id } of adopted) {
    await recordEvent(trx, { kind: 'form-session.adopted', ...byPerson(userId, { kind: 'form-session', id }), at });
  }
}

/** Drafts: made, saved with revisions, read, unlinked. */
export const createDraftsService = (services: Services) =>
  bound({ ...services, saves: createLocalLimits(services) }, { create, save, read, clear, adopt });
