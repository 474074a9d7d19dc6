import { createHmac } from 'node:crypto';
import { AppError } from '@redress/contracts';
import { isScanDetail, type ScanStage } from '@redress/domain';
import { accepted, present } from '@redress/server/secrets';
import type { CarrierConfig } from '../../src/platform/config.ts';
import { askCarrier, notUnderstood, type CarrierCall } from '../../src/providers/carrier-http.ts';
import type { AddressVerdict, Carrier, CarrierLetter, PostalAddress, Scan } from '../../src/providers/ports/carrier.ts';

type Attributes = Readonly<Record<string, string>>;

const STAGES: Readonly<Record<string, ScanStage>> = { IN: 'mailed', MV: 'in_transit', OK: 'delivered', XX: 'issue' };
const DETAILS: Readonly<Record<string, string>> = { IN: 'accepted', MV: 'departed', OK: 'delivered', XX: 'unclaimed' };
const VERDICTS: Readonly<Record<string, AddressVerdict>> = {
  good: 'deliverable',
  bad: 'undeliverable',
  unit: 'missing-unit',
};

/** The elements of a document of this wire, in order: it has attributes and no text. */
const elements = (xml: string): { tag: string; attributes: Attributes }[] =>
  [...xml.matchAll(/<(\w+)((?:\s+\w+="[^"<]*")*)\s*\/?>/g)].map(([, tag = '', list = '']) => ({
    tag,
    attributes: Object.fromEntries([...list.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value])),
  }));
const isWhole = (xml: string, root: string) => new RegExp(`^<${root}[\\s>][^]*(</${root}>|/>)\\s*$`).test(xml);
const escaped = (text = '') => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const addressXml = (tag: string, { name = '', line1, line2, city, state, zip }: Partial<PostalAddress>) =>
  `<${tag} name="${escaped(name)}" street="${escaped(line1)}" unit="${escaped(line2)}" city="${escaped(city)}" state="${state}" zip="${zip}"/>`;

/** A carrier whose orders are multipart with an order sheet in XML, and whose answers are XML. */
export function createCertimail(config: CarrierConfig): Carrier {
  const provider = config.name;
  const ask = (method: string, path: string, call: Omit<CarrierCall, 'method'> = {}) =>
    askCarrier(
      provider,
      `${config.baseUrl}${path}`,
      { ...call, method, headers: { 'x-account': present(config.apiKey) } },
      (xml) => elements(xml)[0]?.attributes['code'],
    );
  const read = (xml: string | null, root: string) => {
    if (xml === null || !isWhole(xml, root)) throw notUnderstood(provider);
    return elements(xml);
  };
  const scanOf = ({ code = '', at = '', where }: Attributes): Scan => {
    const detail = DETAILS[code] ?? '';
    return {
      stage: STAGES[code] ?? 'other',
      at: new Date(at),
      place: where ?? null,
      detail: isScanDetail(detail) ? detail : null,
    };
  };
  const letterOf = (xml: string | null): CarrierLetter => {
    const [job, ...events] = read(xml, 'job');
    const { no = '', article = null, due = null } = job?.attributes ?? {};
    return {
      id: no,
      trackingNumber: article,
      expectedDelivery: due,
      scans: events.map((event) => scanOf(event.attributes)),
    };
  };

  return {
    name: provider,
    perSecond: 5,
    async send({ to, from, pdf, mailingId }) {
      const body = new FormData();
      const sheet = `<order reference="${mailingId}">${addressXml('to', to)}${addressXml('from', from)}</order>`;
      body.set('sheet', new Blob([sheet], { type: 'application/xml' }), 'order.xml');
      body.set('document', new Blob([pdf.slice()], { type: 'application/pdf' }), 'letter.pdf');
      return letterOf(await ask('POST', '/jobs', { body }));
    },
    async findByMailing(mailingId) {
      const xml = await ask('GET', `/jobs?reference=${mailingId}`);
      return xml === null ? null : letterOf(xml);
    },
    async read(letterId) {
      const xml = await ask('GET', `/jobs/${encodeURIComponent(letterId)}`);
      return xml === null ? null : letterOf(xml);
    },
    async verifyAddress(address, timeoutMs) {
      const xml = await ask('POST', '/addresses', { body: addressXml('address', address), timeoutMs });
      return VERDICTS[read(xml, 'address')[0]?.attributes['verdict'] ?? ''] ?? 'unknown';
    },
    readWebhook(rawBody, headers) {
      const signs = accepted(config.webhookSecret).map((key) =>
        createHmac('sha256', key).update(rawBody).digest('hex'),
      );
      const isSigned = signs.includes(String(headers['x-signed']));
      const [news] = elements(rawBody.toString('utf8'));
      if (!isSigned || news?.tag !== 'news') throw new AppError('BAD_REQUEST', { details: { reason: 'webhook' } });
      const { id = '', job = '', code } = news.attributes;
      return { id, letterId: job, detail: code === 'NO' ? 'print_refused' : null };
    },
    check: async () => void read(await ask('GET', '/account'), 'account'),
  };
}
