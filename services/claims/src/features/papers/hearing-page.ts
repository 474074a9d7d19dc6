import { readFileSync } from 'node:fs';
import { AppError } from '@redress/contracts';
import { escapeHtml } from '@redress/contracts/releases';
import { paperSetOf } from '@redress/domain';
import { letterGaps } from '@redress/domain/letter';
import type { HearingCard } from '@redress/domain/papers';
import { hashOf, pageHeaders } from '../../platform/http/plain-page.ts';
import { page, type PageAnswer } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { findOwnedSession } from '../../shared/form-sessions/form-session.repository.ts';
import { findRulings } from '../../shared/letters/letter-gate.ts';
import type { Services } from '../../shared/feature-services.ts';
import { findOrderOfSession } from '../../shared/orders/order.repository.ts';
import { openPapers } from '../../shared/papers/opened-papers.ts';
import { paperInputOf } from './paper-input.ts';

/** The clock stays in sight where the screen is tall enough for it and the words. Printed it is one sheet without it. */
const STYLE = readFileSync(new URL('hearing-page.css', import.meta.url), 'utf8').replaceAll(/\s+/g, ' ');

/**
 * The clock counts by the time of day, so it is right after the phone slept. The page saves itself: a tab that the phone
 * put away can be opened again without a network.
 */
const SCRIPT = `(() => {
  const [out, said, go, again, save] = ['time', 'over', 'go', 'again', 'save'].map((id) => document.getElementById(id));
  const whole = document.documentElement.outerHTML;
  let before = 0, since = null, timer;
  const passed = () => Math.max(0, before + (since === null ? 0 : Date.now() - since));
  const show = () => {
    const seconds = Math.floor(passed() / 1000);
    out.textContent = Math.floor(seconds / 60) + ':' + String(seconds % 60).padStart(2, '0');
    const text = seconds >= 120 ? said.dataset.text : '';
    if (said.textContent !== text) said.textContent = text;
  };
  const turn = (on) => {
    before = passed();
    since = on ? Date.now() : null;
    clearInterval(timer);
    if (on) timer = setInterval(show, 250);
    go.textContent = on ? go.dataset.pause : go.dataset.start;
    show();
  };
  go.addEventListener('click', () => turn(since === null));
  again.addEventListener('click', () => { turn(false); before = 0; show(); });
  document.addEventListener('visibilitychange', show);
  save.addEventListener('click', () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(['<!doctype html>', whole], { type: 'text/html' }));
    link.download = 'hearing.html';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  });
  for (const button of [go, again, save]) button.hidden = false;
})();`;

const HEADERS = pageHeaders(
  `style-src ${hashOf(STYLE)}`,
  `script-src ${hashOf(SCRIPT)}`,
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
);

/** One document that asks for nothing more once it is there (decision 0601). */
function drawHearing(
  card: HearingCard,
  { text, config, back }: Pick<Platform, 'text' | 'config'> & { back: string },
): string {
  const say = (key: string, values: Record<string, string | number> = {}) => escapeHtml(text(`hearing.${key}`, values));
  const list = (tag: 'ol' | 'ul', items: readonly string[], attributes = '') =>
    items.length > 0
      ? `<${tag}${attributes}>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</${tag}>`
      : '';
  const heading = (key: string, values = {}) => `<h2>${say(key, values)}</h2>`;
  const questions = card.questions.map(
    ({ asks, answers }) =>
      `<li><strong>${escapeHtml(asks)}</strong>${list('ul', answers) || `<p>${say('own')}</p>`}</li>`,
  );
  const button = (id: string, label: string, attributes = '') =>
    `<button type="button" id="${id}" hidden${attributes}>${say(label)}</button>`;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${say('title')}</title><style>${STYLE}</style></head><body><main>`,
    `<h1>${escapeHtml(card.caseName)}</h1>${card.when && `<p>${escapeHtml(card.when)}</p>`}`,
    `<div class="clock"><output id="time" role="timer" aria-label="${say('clock')}">0:00</output>`,
    button('go', 'start', ` data-start="${say('start')}" data-pause="${say('pause')}"`),
    button('again', 'again'),
    `<span id="over" role="status" data-text="${say('over')}"></span></div>`,
    card.first && `${heading('first')}<p>${escapeHtml(card.first)}</p>`,
    heading('script', { minutes: card.minutes }),
    card.minutes > 2 ? `<p>${say('long')}</p>` : '',
    card.note ? `<p>${escapeHtml(card.note)}</p>` : '',
    list('ol', card.script, ' class="said"'),
    heading('exhibits'),
    list('ol', card.exhibits) || `<p>${say('noExhibits')}</p>`,
    heading('questions'),
    `<ol>${questions.join('')}</ol>`,
    heading('absent'),
    list('ul', card.ifAbsent),
    `<div class="save"><h2>${say('keep')}</h2><p>${say('keepText')}</p><p>${button('save', 'save')}</p>`,
    `<p><a href="${config.siteOrigin}${back}">${say('back')}</a></p></div>`,
    `</main><script>${SCRIPT}</script></body></html>`,
  ].join('');
}

/**
 * The page of a hearing, of a paid package that prepares one. To open it is to open the papers (R44).
 * @throws {AppError} NOT_FOUND; DOCUMENT_NOT_READY when the package has none, or answers it rests on are gone
 */
export async function hearingPage(services: Services, userId: string, formSessionId: string): Promise<PageAnswer> {
  const { db, now, threads } = services;
  const session = await findOwnedSession(db, formSessionId, { userId, visitorId: null });
  const order = session && (await findOrderOfSession(db, session.id, userId));
  if (!session || !order) throw new AppError('NOT_FOUND');
  const isPaid = order.status === 'paid' && paperSetOf(order.package_id) === 'trial';
  if (!isPaid || letterGaps(session.formData).length > 0) throw new AppError('DOCUMENT_NOT_READY');
  const { input } = await paperInputOf(services, { order, session });
  const rulings = await findRulings(db, [session.id], session.formData);
  const card = await threads.run('hearing', { input, rulings });
  await openPapers(db, { orderId: order.id, userId, at: now() });
  return page(drawHearing(card, { ...services, back: `/case/${session.id}` }), HEADERS);
}
