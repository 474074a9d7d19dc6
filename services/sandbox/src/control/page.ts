import { OUTCOMES } from '../lob/itinerary.ts';
import type { LetterRecord } from '../lob/letter.ts';
import { FAULT_KINDS, SERVICES, type Fault } from '../world/faults.ts';
import { escapeHtml } from '../world/http.ts';
import { page } from '../world/page.ts';
import { WEBHOOK_MODES, type WebhookMode } from '../world/webhooks.ts';

export interface WorldView {
  clock: { now: string; offsetMs: number };
  addresses: Record<string, string>;
  faults: Fault[];
  webhooks: Record<string, { mode: WebhookMode; delayMs: number }>;
  deliveries: { service: string; type: string; state: string; attempts: number; lastStatus: number | null }[];
  letters: LetterRecord[];
  mails: number;
}

const DAY = 86_400_000;
const options = (values: readonly string[], chosen?: string) =>
  values.map((value) => `<option${value === chosen ? ' selected' : ''}>${escapeHtml(value)}</option>`).join('');

const step = (words: string, ms: number) =>
  `<form action="/clock/advance" method="post"><input type="hidden" name="ms" value="${ms}"><button class="quiet" type="submit">${words}</button></form>`;

const letterCard = ({ letter, outcome, plan }: LetterRecord) => {
  const { id, to, tracking_number: tracking, tracking_events: events } = letter;
  const last = events.at(-1);
  const where = last ? `${last.name}, ${last.time.slice(0, 10)}` : `Printing (${letter.status})`;
  const [next] = plan;
  return `<li class="card"><h3>${escapeHtml(to.name ?? to.company ?? '')}, ${escapeHtml(to.address_city)}, ${escapeHtml(to.address_state)}</h3>
    <p class="soft small">${id} · ${tracking ?? 'no tracking'} · <a href="${escapeHtml(letter.url)}">PDF</a></p>
    <p>${escapeHtml(where)}${next ? `. Next: ${escapeHtml(next.name)} on ${new Date(next.at).toISOString().slice(0, 10)}` : ''}</p>
    ${
      next
        ? `<form class="row" action="/letters/${id}/outcome" method="post"><label for="${id}">Ends as</label>
      <select id="${id}" name="outcome">${options(OUTCOMES, outcome)}</select><button class="quiet" type="submit">Change</button></form>`
        : ''
    }</li>`;
};

/** The control page: the state of the sandbox, and every setting that tests change by program. */
export function controlPage(view: WorldView): string {
  const { clock, addresses, faults, webhooks, deliveries, letters, mails } = view;
  return page(
    'Sandbox control',
    `<h1>Sandbox control</h1>
    <p class="soft">The outside world of this machine. No money moves, no letter is printed.</p>
    <ul>${Object.entries(addresses)
      .map(
        ([name, address]) =>
          `<li>${name}: ${name === 'smtp' ? address : `<a href="${address}">${address}</a>`}${name === 'mailbox' ? ` (${mails} mails)` : ''}</li>`,
      )
      .join('')}</ul>

    <h2>Time</h2>
    <p>It is ${clock.now.slice(0, 16).replace('T', ' ')} UTC here${clock.offsetMs ? `, ${(clock.offsetMs / DAY).toFixed(1)} days ahead` : ''}. Time only moves forward.</p>
    <div class="row">${step('One hour on', DAY / 24)}${step('One day on', DAY)}${step('One week on', 7 * DAY)}${step('30 days on', 30 * DAY)}</div>

    <h2>Letters</h2>
    ${letters.length ? `<ul class="plain">${letters.map(letterCard).join('')}</ul>` : '<p class="card">No letter yet.</p>'}

    <h2>Faults</h2>
    ${faults.length ? `<ul>${faults.map(({ service, kind, times, match }) => `<li>${service}: ${kind}, ${times} more${match ? `, for calls with ${escapeHtml(match)}` : ''}</li>`).join('')}</ul><form action="/faults/clear" method="post"><button class="quiet" type="submit">Forget all faults</button></form>` : '<p>Everything works.</p>'}
    <form class="card" action="/faults" method="post">
      <p class="row"><span><label for="service">Service</label><select id="service" name="service">${options(SERVICES)}</select></span>
      <span><label for="kind">Fault</label><select id="kind" name="kind">${options(FAULT_KINDS)}</select></span>
      <span><label for="times">Times</label><input id="times" name="times" type="text" inputmode="numeric" value="1"></span>
      <span><label for="match">Only calls with (optional)</label><input id="match" name="match" type="text"></span></p>
      <button type="submit">Add fault</button>
    </form>

    <h2>Webhooks</h2>
    ${Object.entries(webhooks)
      .map(
        ([service, { mode }]) => `<form class="row field" action="/webhooks" method="post">
      <input type="hidden" name="service" value="${service}"><label for="mode-${service}">${service}</label>
      <select id="mode-${service}" name="mode">${options(WEBHOOK_MODES, mode)}</select><button class="quiet" type="submit">Change</button></form>`,
      )
      .join('')}
    ${
      deliveries.length
        ? `<table><thead><tr><th>Service</th><th>Event</th><th>State</th><th>Tries</th><th>Answer</th></tr></thead><tbody>${deliveries
            .map(
              ({ service, type, state, attempts, lastStatus }) =>
                `<tr><td>${service}</td><td>${escapeHtml(type)}</td><td>${state}</td><td>${attempts}</td><td>${lastStatus ?? ''}</td></tr>`,
            )
            .join('')}</tbody></table>`
        : '<p>None sent yet.</p>'
    }

    <h2>Start over</h2>
    <p>Forgets every payment, letter and mail of this sandbox. The site keeps what it has stored itself.</p>
    <form action="/reset" method="post"><button class="quiet" type="submit">Empty the sandbox</button></form>`,
  );
}
