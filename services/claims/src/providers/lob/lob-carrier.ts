import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '@redress/contracts';
import { parsedJson } from '@redress/server/parsed-json';
import { accepted, present } from '@redress/server/secrets';
import * as z from 'zod/mini';
import type { CarrierConfig } from '../../platform/config.ts';
import { askCarrier, notUnderstood, type CarrierCall } from '../carrier-http.ts';
import type { AddressVerdict, Carrier, CarrierLetter, LetterOrder, PostalAddress } from '../ports/carrier.ts';
import { Letter, letterOf, PRINTER_NEWS } from './lob-scans.ts';

const Letters = z.object({ data: z.array(Letter) });
const WEBHOOK_AGE_MS = 300_000;
const WEBHOOK_FUTURE_MS = 60_000;

const WebhookBody = z.object({
  id: z.string().check(z.regex(/^[^\0]{1,200}$/)),
  event_type: z.object({ id: z.string().check(z.maxLength(200)) }),
  reference_id: z.string().check(z.regex(/^[^\0]{0,200}$/)),
});

const Verification = z.object({ deliverability: z.string() });
/** A unit that may not exist is the recipient's to know; with a test key the answer is empty. */
const VERDICTS: ReadonlyMap<string, AddressVerdict> = new Map([
  ['deliverable', 'deliverable'],
  ['deliverable_unnecessary_unit', 'deliverable'],
  ['deliverable_incorrect_unit', 'deliverable'],
  ['deliverable_missing_unit', 'missing-unit'],
  ['undeliverable', 'undeliverable'],
]);

export function createLobCarrier(config: CarrierConfig): Carrier {
  const base = config.baseUrl.replace(/\/$/, '');

  const ask = async (
    method: string,
    path: string,
    { key, ...init }: Omit<CarrierCall, 'method'> & { key?: string } = {},
  ) => {
    const authorization = `Basic ${Buffer.from(`${present(config.apiKey)}:`).toString('base64')}`;
    const headers = { authorization, ...(key ? { 'idempotency-key': key } : {}) };
    const text = await askCarrier('lob', `${base}/v1${path}`, { ...init, method, headers }, codeOf);
    return text === null ? null : parsedJson(text);
  };

  const understood = <S extends z.core.$ZodType>(schema: S, answer: unknown): z.output<S> => {
    const parsed = z.safeParse(schema, answer);
    if (!parsed.success) throw notUnderstood('lob', parsed.error);
    return parsed.data;
  };
  const letter = (answer: unknown): CarrierLetter => letterOf(understood(Letter, answer));

  return {
    name: 'lob',
    // It takes 150 requests in 5 s; postings are not the only ones.
    perSecond: 24,

    async send(order) {
      return letter(await ask('POST', '/letters', { body: letterForm(order), key: order.mailingId }));
    },

    async findByMailing(mailingId) {
      const query = new URLSearchParams({ 'metadata[mailing_id]': mailingId, limit: '1' });
      // An answer that is not a list is not "none": the letter would be made again.
      const [found] = understood(Letters, await ask('GET', `/letters?${query}`)).data;
      return found === undefined ? null : letterOf(found);
    },

    async read(letterId) {
      const answer = await ask('GET', `/letters/${encodeURIComponent(letterId)}`);
      return answer === null ? null : letter(answer);
    },

    async verifyAddress({ line1, line2, city, state, zip }, timeoutMs) {
      const body = new FormData();
      const fields = { primary_line: line1, secondary_line: line2, city, state, zip_code: zip };
      for (const [name, value] of Object.entries(fields)) if (value) body.set(name, value);
      const { deliverability } = understood(Verification, await ask('POST', '/us_verifications', { body, timeoutMs }));
      return VERDICTS.get(deliverability) ?? 'unknown';
    },

    readWebhook(rawBody, headers, now) {
      const header = (name: string) => {
        const value = headers[name];
        return Array.isArray(value) ? (value[0] ?? '') : (value ?? '');
      };
      const timestamp = header('lob-signature-timestamp');
      const isSignedBy = (secret: string) => {
        const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest();
        return given.length === expected.length && timingSafeEqual(given, expected);
      };
      const given = Buffer.from(header('lob-signature'), 'hex');
      const age = now.getTime() - Number(timestamp);
      if (!accepted(config.webhookSecret).some(isSignedBy)) {
        throw new AppError('BAD_REQUEST', { details: { reason: 'webhook signature' } });
      }
      if (!(age <= WEBHOOK_AGE_MS && age >= -WEBHOOK_FUTURE_MS)) {
        throw new AppError('BAD_REQUEST', { details: { reason: 'webhook age' } });
      }
      const parsed = z.safeParse(WebhookBody, parsedJson(rawBody.toString('utf8')));
      if (!parsed.success) throw new AppError('BAD_REQUEST', { details: { reason: 'webhook shape' } });
      const { id, event_type, reference_id } = parsed.data;
      return { id, letterId: reference_id, detail: PRINTER_NEWS.get(event_type.id) ?? null };
    },

    async check() {
      await ask('GET', '/letters?limit=1', { timeoutMs: 2_500 });
    },
  };
}

const codeOf = (text: string): unknown => (parsedJson(text) as { error?: { code?: unknown } } | undefined)?.error?.code;

/** Multipart is the one way to hand over a file. Operational: not advertising. Certified comes with an electronic receipt. */
export function letterForm({ to, from, pdf, service, mailingId, orderNumber }: LetterOrder): FormData {
  const form = new FormData();
  const address = (field: 'to' | 'from', { name, company, line1, line2, city, state, zip }: PostalAddress) => {
    form.set(`${field}[name]`, name);
    if (company) form.set(`${field}[company]`, company);
    form.set(`${field}[address_line1]`, line1);
    if (line2) form.set(`${field}[address_line2]`, line2);
    form.set(`${field}[address_city]`, city);
    form.set(`${field}[address_state]`, state);
    form.set(`${field}[address_zip]`, zip);
    form.set(`${field}[address_country]`, 'US');
  };
  address('to', to);
  address('from', from);
  form.set('color', 'false');
  form.set('double_sided', 'true');
  form.set('use_type', 'operational');
  form.set('mail_type', 'usps_first_class');
  if (service === 'certified') form.set('extra_service', 'certified_return_receipt');
  form.set('size', 'us_letter');
  // No names: descriptions are shown in the carrier's own tools.
  form.set('description', `Letter of order ${orderNumber}`);
  form.set('metadata[mailing_id]', mailingId);
  form.set('file', new Blob([pdf.slice()], { type: 'application/pdf' }), 'letter.pdf');
  return form;
}
