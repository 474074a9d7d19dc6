import { createHmac } from 'node:crypto';
import { bound } from '@redress/server/bound';
import type { Collection } from '../world/store.ts';
import type { World } from '../world/world.ts';
import { LobRefusal } from './errors.ts';
import { planFor, webhookType, type Outcome } from './itinerary.ts';
import type { LetterInput } from './letter-input.ts';
import { afterScan, isCertified, newLetter, type Letter, type LetterRecord } from './letter.ts';

const DAY_MS = 86_400_000;
/** A letter is sent so long after it was made. Lob's editions differ; five minutes is their shortest. */
const SENT_AFTER_MS = 5 * 60_000;

interface Context extends World {
  addressOf: () => string;
  letters: Collection<LetterRecord>;
  byKey: Collection<{ id: string; at: number }>;
  /** `next`: how the story of the next letter ends. */
  endings: Collection<Outcome>;
}

function sendWebhook(context: Context, type: string, letter: Letter, at: number): void {
  const event = {
    id: `evt_${context.ids.hex(16)}`,
    body: shown(context, letter),
    reference_id: letter.id,
    event_type: { id: type, enabled_for_test: true, resource: 'letters', object: 'event_type' },
    date_created: new Date(at).toISOString(),
    object: 'event',
  };
  context.webhooks.send('lob', { id: event.id, type, body: JSON.stringify(event) });
}

/** The link to the printed pages, as it is answered: signed, and good for thirty days. */
function shown({ clock, addressOf }: Context, letter: Letter): Letter {
  const expires = Math.floor(clock.now() / 1000) + 30 * 86_400;
  const signature = createHmac('sha256', letter.id).update(String(expires)).digest('base64url').slice(0, 31);
  return { ...letter, url: `${addressOf()}/assets/${letter.id}.pdf?expires=${expires}&signature=${signature}` };
}

function scheduleNext({ schedule }: World, record: LetterRecord): void {
  schedule.cancel('lob-scan', record.letter.id);
  const [next] = record.plan;
  if (next) schedule.add('lob-scan', next.at, record.letter.id);
}

function happen(context: Context, id: string, at: number): void {
  const record = context.letters.get(id);
  const [scan, ...plan] = record?.plan ?? [];
  if (!record || !scan) return;
  const letter = afterScan(record.letter, scan, at, context.ids.hex(16));
  const changed = { ...record, letter, plan };
  context.letters.put(id, changed);
  // A letter that is not certified is not tracked by the piece; only its printing is reported.
  if (scan.name.startsWith('letter.') || isCertified(letter))
    sendWebhook(context, webhookType(scan.name, isCertified(letter)), letter, at);
  scheduleNext(context, changed);
}

/** @returns the letter made under the same key before, if there is one */
function create(context: Context, input: LetterInput, idempotencyKey: string | null): Letter {
  const { letters, byKey, endings, clock, store } = context;
  const known = idempotencyKey === null ? undefined : byKey.get(idempotencyKey);
  const existing = known && clock.now() - known.at < DAY_MS ? letters.get(known.id) : undefined;
  if (existing) return shown(context, existing.letter);
  const now = clock.now();
  const letter = newLetter(context, input, now, now + SENT_AFTER_MS);
  const { id } = letter;
  const outcome = endings.get('next') ?? 'delivered';
  endings.delete('next');
  const record = { letter, pages: input.pages, outcome, plan: planFor(outcome, now, now + SENT_AFTER_MS) };
  // The pages first: a letter that is known must have them, also after a kill.
  store.putFile(`${id}.pdf`, input.pdf);
  letters.put(id, record);
  if (idempotencyKey !== null) byKey.put(idempotencyKey, { id, at: now });
  sendWebhook(context, 'letter.created', letter, now);
  scheduleNext(context, record);
  return shown(context, letter);
}

function find(context: Context, id: string): Letter | null {
  const record = context.letters.get(id);
  return record ? shown(context, record.letter) : null;
}

/** The newest with these metadata. */
const list = (context: Context, metadata: Record<string, string>, limit: number): Letter[] =>
  context.letters
    .newestFirst()
    .map(({ letter }) => letter)
    .filter((letter) => Object.entries(metadata).every(([key, value]) => letter.metadata[key] === value))
    .slice(0, limit)
    .map((letter) => shown(context, letter));

const pdf = ({ letters, store }: Context, id: string): Buffer | null =>
  letters.has(id) ? (store.readFile(`${id}.pdf`) ?? null) : null;

const records = (context: Context): LetterRecord[] =>
  context.letters.newestFirst().map((record) => ({ ...record, letter: shown(context, record.letter) }));

/** Changes what is still to come. `next`: what the next letter made will meet. */
function choose(context: Context, id: string, outcome: Outcome): LetterRecord | null {
  const { letters, endings, clock } = context;
  if (id === 'next') {
    endings.put('next', outcome);
    return null;
  }
  const record = letters.get(id);
  if (!record) throw new LobRefusal(404, 'not_found', 'letter not found');
  if (record.plan.length === 0) throw new LobRefusal(409, 'conflict', 'nothing more happens to this letter');
  const { letter } = record;
  const isPosted = letter.tracking_events.length > 0;
  if (isPosted && (outcome === 'rejected' || outcome === 'failed'))
    throw new LobRefusal(409, 'conflict', 'this letter has been printed and posted');
  const now = clock.now();
  // What has happened stays; what would have happened before now in the other story is left out.
  const plan = planFor(outcome, now, Date.parse(letter.send_date)).filter(
    (scan) =>
      !letter.tracking_events.some((done) => done.details?.event === scan.event) &&
      !(scan.name === 'letter.rendered_pdf' && letter.status !== 'processed') &&
      scan.at >= now,
  );
  const changed = { ...record, outcome, plan };
  letters.put(id, changed);
  scheduleNext(context, changed);
  return changed;
}

/** Letters as Lob keeps them: printed, posted and scanned as the world's time goes on. */
export function createPrinter(world: World, addressOf: () => string) {
  const context: Context = {
    ...world,
    addressOf,
    letters: world.store.collection('lob.letters'),
    byKey: world.store.collection('lob.idempotency'),
    endings: world.store.collection('lob.settings'),
  };
  world.schedule.on('lob-scan', (id, at) => happen(context, id, at));
  return bound(context, { create, find, list, pdf, records, choose });
}
export type Printer = ReturnType<typeof createPrinter>;
