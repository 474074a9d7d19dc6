import { createHmac } from 'node:crypto';
import type { World } from '../world/world.ts';
import { LobRefusal } from './errors.ts';
import { expectedDelivery, planFor, webhookType, type Outcome, type Scan } from './itinerary.ts';
import type { AddressInput, LetterInput } from './letter-input.ts';
import { isCertified, type Letter, type LetterRecord, type LobAddress } from './letter.ts';
import { certifiedNumber } from './tracking-number.ts';

export interface Printer {
  /** The letter made under the same key before, if there is one. */
  create(input: LetterInput, idempotencyKey: string | null): Letter;
  find(id: string): Letter | null;
  /** The newest with these metadata. */
  list(metadata: Record<string, string>, limit: number): Letter[];
  /** Stops one that is not sent yet. @returns `null` for one that is not known */
  remove(id: string): { id: string; deleted: true } | null;
  pdf(id: string): Buffer | null;
  records(): LetterRecord[];
  /** Changes what is still to come. `next`: what the next letter made will meet. */
  choose(id: string, outcome: Outcome): LetterRecord | null;
}

const DAY_MS = 86_400_000;
/** A letter is sent so long after it was made. Lob's editions differ; five minutes is their shortest. */
const SENT_AFTER_MS = 5 * 60_000;

/** Letters as Lob keeps them: printed, posted and scanned as the world's time goes on. */
export function createPrinter({ store, ids, clock, schedule, webhooks }: World, addressOf: () => string): Printer {
  const letters = store.collection<LetterRecord>('lob.letters');
  const byKey = store.collection<{ id: string; at: number }>('lob.idempotency');
  const settings = store.collection<Outcome>('lob.settings');
  const iso = (ms: number) => new Date(ms).toISOString();

  const addressFrom = (input: AddressInput, at: string): LobAddress => ({
    id: `adr_${ids.hex(16)}`,
    description: null,
    ...input,
    phone: null,
    email: null,
    address_country: 'UNITED STATES',
    metadata: {},
    date_created: at,
    date_modified: at,
    deleted: true,
    object: 'address',
  });

  function sendWebhook(type: string, letter: Letter, at: number): void {
    const event = {
      id: `evt_${ids.hex(16)}`,
      body: shown(letter),
      reference_id: letter.id,
      event_type: { id: type, enabled_for_test: true, resource: 'letters', object: 'event_type' },
      date_created: iso(at),
      object: 'event',
    };
    webhooks.send('lob', { id: event.id, type, body: JSON.stringify(event) });
  }

  /** Links to the printed pages, as they are answered: signed, and good for thirty days. */
  function shown(letter: Letter): Letter {
    const expires = Math.floor(clock.now() / 1000) + 30 * 86_400;
    const signature = createHmac('sha256', letter.id).update(String(expires)).digest('base64url').slice(0, 31);
    const link = (rest: string) =>
      `${addressOf()}/assets/${letter.id}${rest}?expires=${expires}&signature=${signature}`;
    return { ...letter, url: link('.pdf') };
  }

  function scheduleNext(record: LetterRecord): void {
    schedule.cancel('lob-scan', record.letter.id);
    const [next] = record.plan;
    if (next) schedule.add('lob-scan', next.at, record.letter.id);
  }

  schedule.on('lob-scan', (id, at) => {
    const record = letters.get(id);
    const [scan, ...plan] = record?.plan ?? [];
    if (!record || !scan) return;
    const letter = afterScan(record.letter, scan, at, ids.hex(16));
    const changed = { ...record, letter, plan };
    letters.put(id, changed);
    // A letter that is not certified is not tracked by the piece; only its printing is reported.
    if (scan.name.startsWith('letter.') || isCertified(letter))
      sendWebhook(webhookType(scan.name, isCertified(letter)), letter, at);
    scheduleNext(changed);
  });

  function nextOutcome(): Outcome {
    const chosen = settings.get('next') ?? 'delivered';
    settings.delete('next');
    return chosen;
  }

  return {
    create(input, idempotencyKey) {
      const known = idempotencyKey === null ? undefined : byKey.get(idempotencyKey);
      const existing = known && clock.now() - known.at < DAY_MS ? letters.get(known.id) : undefined;
      if (existing) return shown(existing.letter);
      const now = clock.now();
      const at = iso(now);
      const sendAt = now + SENT_AFTER_MS;
      const id = `ltr_${ids.hex(16)}`;
      const letter: Letter = {
        id,
        description: input.description,
        metadata: input.metadata,
        to: addressFrom(input.to, at),
        from: addressFrom(input.from, at),
        color: input.color,
        double_sided: input.doubleSided,
        address_placement: 'top_first_page',
        return_envelope: false,
        perforated_page: null,
        custom_envelope: null,
        extra_service: input.extraService,
        mail_type: input.mailType,
        use_type: input.useType,
        size: input.size,
        url: '',
        carrier: 'USPS',
        tracking_number: input.extraService === null ? null : certifiedNumber(ids.digits(11)),
        tracking_events: [],
        thumbnails: [],
        merge_variables: null,
        status: 'processed',
        failure_reason: null,
        expected_delivery_date: expectedDelivery(sendAt),
        send_date: iso(sendAt),
        date_created: at,
        date_modified: at,
        object: 'letter',
      };
      const outcome = nextOutcome();
      const record = { letter, pages: input.pages, outcome, plan: planFor(outcome, now, sendAt) };
      // The pages first: a letter that is known must have them, also after a kill.
      store.putFile(`${id}.pdf`, input.pdf);
      letters.put(id, record);
      if (idempotencyKey !== null) byKey.put(idempotencyKey, { id, at: now });
      sendWebhook('letter.created', letter, now);
      scheduleNext(record);
      return shown(letter);
    },

    find(id) {
      const record = letters.get(id);
      return record ? shown(record.letter) : null;
    },

    list: (metadata, limit) =>
      letters
        .newestFirst()
        .map(({ letter }) => letter)
        .filter((letter) => Object.entries(metadata).every(([key, value]) => letter.metadata[key] === value))
        .slice(0, limit)
        .map(shown),

    remove(id) {
      const record = letters.get(id);
      if (!record) return null;
      if (clock.now() >= Date.parse(record.letter.send_date))
        throw new LobRefusal(422, 'invalid', 'letter can no longer be cancelled');
      // A second time it is stopped already.
      if (record.plan.length > 0) sendWebhook('letter.deleted', record.letter, clock.now());
      letters.put(id, { ...record, plan: [] });
      schedule.cancel('lob-scan', id);
      return { id, deleted: true };
    },

    pdf: (id) => (letters.has(id) ? (store.readFile(`${id}.pdf`) ?? null) : null),
    records: () => letters.newestFirst().map((record) => ({ ...record, letter: shown(record.letter) })),

    choose(id, outcome) {
      if (id === 'next') {
        settings.put('next', outcome);
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
      scheduleNext(changed);
      return changed;
    },
  };
}

/** The letter after something has happened to it at `at`. */
function afterScan(letter: Letter, scan: Scan, at: number, eventId: string): Letter {
  const time = new Date(at).toISOString();
  const changed = { ...letter, date_modified: time };
  switch (scan.name) {
    case 'letter.rendered_pdf':
      return { ...changed, status: 'rendered' };
    case 'letter.rejected':
    case 'letter.failed':
      return {
        ...changed,
        status: 'failed',
        failure_reason: {
          failure_reason: 'The file could not be printed.',
          remediation: 'Check the pages and send them again.',
          errors: null,
        },
      };
    default:
  }
  if (!isCertified(letter)) return changed;
  const {
    address_city: city,
    address_state: state,
    address_zip: zip,
  } = scan.place === 'origin' ? letter.from : letter.to;
  const event = {
    id: `evnt_${eventId}`,
    type: 'certified' as const,
    name: scan.name,
    time,
    location: scan.place === 'origin' ? zip.slice(0, 5) : `${city}, ${state} ${zip.slice(0, 5)}`,
    details: {
      event: scan.event ?? 'other',
      description: scan.description ?? '',
      notes: null,
      action_required: scan.actionRequired ?? false,
    },
    date_created: time,
    date_modified: time,
    object: 'tracking_event' as const,
  };
  return { ...changed, tracking_events: [...letter.tracking_events, event] };
}
