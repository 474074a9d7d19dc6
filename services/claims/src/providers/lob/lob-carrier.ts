import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '@redress/contracts';
import { accepted, present } from '@redress/secrets';
import { tracedFetch } from '@redress/telemetry/server';
import * as z from 'zod/mini';
import type { LobConfig } from '../../platform/config.ts';
import type { Carrier, CarrierLetter, LetterOrder, PostalAddress } from '../ports/carrier.ts';

const Event = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  time: z.string(),
  location: z.optional(z.nullable(z.string())),
  details: z.optional(
    z.nullable(
      z.object({
        event: z.string(),
        description: z.optional(z.nullable(z.string())),
        action_required: z.optional(z.nullable(z.boolean())),
      }),
    ),
  ),
});

/** The part of a letter that is read; everything else a letter says is left alone. */
const Letter = z.object({
  id: z.string().check(z.regex(/^ltr_[a-zA-Z0-9]+$/)),
  tracking_number: z.optional(z.nullable(z.string())),
  expected_delivery_date: z.optional(z.nullable(z.string())),
  send_date: z.optional(z.nullable(z.string())),
  date_created: z.string(),
  deleted: z.optional(z.boolean()),
  /** Present where the account's version has it. */
  status: z.optional(z.nullable(z.string())),
  failure_reason: z.optional(z.nullable(z.object({ code: z.optional(z.string()), message: z.optional(z.string()) }))),
  tracking_events: z.optional(z.nullable(z.array(Event))),
});
const TIMEOUT_MS = 10_000;
const WEBHOOK_AGE_MS = 300_000;
const WEBHOOK_FUTURE_MS = 60_000;

const WebhookBody = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  event_type: z.object({ id: z.string().check(z.maxLength(200)) }),
  reference_id: z.string().check(z.maxLength(200)),
});

export function createLobCarrier(config: LobConfig): Carrier {
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
    return parsed.data;
  };

  return {
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
      return { id, type: event_type.id, letterId: reference_id };
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
