import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '@redress/contracts';
import { accepted, present } from '@redress/secrets';
import { tracedFetch } from '@redress/telemetry/server';
import * as z from 'zod/mini';
import type { CarrierConfig } from '../../platform/config.ts';
import type { AddressVerdict, Carrier, CarrierLetter, LetterOrder, PostalAddress } from '../ports/carrier.ts';
import { Letter, letterOf, PRINTER_NEWS } from './lob-scans.ts';

const TIMEOUT_MS = 10_000;
const WEBHOOK_AGE_MS = 300_000;
const WEBHOOK_FUTURE_MS = 60_000;

const WebhookBody = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  event_type: z.object({ id: z.string().check(z.maxLength(200)) }),
  reference_id: z.string().check(z.maxLength(200)),
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

  async function ask(method: string, path: string, init: { body?: FormData; key?: string; timeoutMs?: number } = {}) {
    let response: Response;
    let text: string;
    try {
      response = await tracedFetch('lob', `${base}/v1${path}`, {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(init.timeoutMs ?? TIMEOUT_MS),
        headers: {
          authorization: `Basic ${Buffer.from(`${present(config.apiKey)}:`).toString('base64')}`,
          ...(init.key ? { 'idempotency-key': init.key } : {}),
        },
        ...(init.body ? { body: init.body } : {}),
      });
      text = await response.text();
    } catch (cause) {
      throw down('unreachable', 0, cause);
    }
    if (response.status === 404) return null;
    if (response.ok) return parseJson(text);
    // 409: the same key is being worked on; 429 and 5xx pass. Everything else will be refused again.
    if (response.status >= 500 || [401, 403, 408, 409, 429].includes(response.status)) {
      throw down(`status ${response.status}`, response.status);
    }
    const { error } = (parseJson(text) ?? {}) as { error?: { code?: unknown } };
    throw new AppError('VALIDATION_FAILED', {
      details: {
        reason: 'refused',
        provider: 'lob',
        status: response.status,
        providerCode: typeof error?.code === 'string' ? error.code : null,
      },
    });
  }

  const letter = (value: unknown): CarrierLetter => {
    const parsed = z.safeParse(Letter, value);
    if (!parsed.success) throw down('answer not understood', 200, parsed.error);
    return letterOf(parsed.data);
  };

  return {
    name: 'lob',
    // It takes 150 requests in 5 s; postings are not the only ones.
    perSecond: 24,

    async send(order) {
      const answer = await ask('POST', '/letters', { body: letterForm(order), key: order.mailingId });
      if (answer === null) throw down('status 404', 404);
      return letter(answer);
    },

    async findByMailing(mailingId) {
      const query = new URLSearchParams({ 'metadata[mailing_id]': mailingId, limit: '1' });
      const answer = (await ask('GET', `/letters?${query}`)) as { data?: unknown[] } | null;
      const [found] = answer?.data ?? [];
      return found === undefined ? null : letter(found);
    },

    async read(letterId) {
      const answer = await ask('GET', `/letters/${encodeURIComponent(letterId)}`);
      return answer === null ? null : letter(answer);
    },

    async cancel(letterId) {
      try {
        return (await ask('DELETE', `/letters/${encodeURIComponent(letterId)}`)) !== null;
      } catch (error) {
        if ((error as AppError).details?.['reason'] === 'refused') return false;
        throw error;
      }
    },

    async verifyAddress({ line1, line2, city, state, zip }, timeoutMs) {
      const body = new FormData();
      const fields = { primary_line: line1, secondary_line: line2, city, state, zip_code: zip };
      for (const [name, value] of Object.entries(fields)) if (value) body.set(name, value);
      const answer = await ask('POST', '/us_verifications', { body, timeoutMs });
      return VERDICTS.get(z.safeParse(Verification, answer).data?.deliverability ?? '') ?? 'unknown';
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
      const parsed = z.safeParse(WebhookBody, parseJson(rawBody.toString('utf8')));
      if (!parsed.success) throw new AppError('BAD_REQUEST', { details: { reason: 'webhook shape' } });
      const { id, event_type, reference_id } = parsed.data;
      return { id, letterId: reference_id, detail: PRINTER_NEWS[event_type.id] ?? null };
    },

    async check() {
      await ask('GET', '/letters?limit=1', { timeoutMs: 2_500 });
    },
  };
}

const down = (reason: string, status: number, cause?: unknown) =>
  new AppError('PROVIDER_DOWN', {
    details: { provider: 'lob', reason, status },
    ...(cause === undefined ? {} : { cause }),
  });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Multipart is the one way to hand over a file. Operational: not advertising. Certified with an electronic receipt. */
export function letterForm({ to, from, pdf, mailingId, orderNumber }: LetterOrder): FormData {
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
  form.set('extra_service', 'certified_return_receipt');
  form.set('size', 'us_letter');
  // No names: descriptions are shown in the carrier's own tools.
  form.set('description', `Letter of order ${orderNumber}`);
  form.set('metadata[mailing_id]', mailingId);
  form.set('file', new Blob([pdf.slice()], { type: 'application/pdf' }), 'letter.pdf');
  return form;
}
