import { brandOf } from '../../card-numbers.ts';
import type { FieldError, FieldValues, FrameMessage } from '../protocol.ts';
import { type FieldName, format, problemOf } from './card-rules.ts';
import { type PageLink, applyStyle, connectToPage, createElement, reportHeight } from './frame-kit.ts';

/** The frame of the card fields, in one line. */

/** The names are those of Stripe's own card element: tests all over the world fill them. */
const FIELDS: Record<FieldName, { name: string; label: string; placeholder: string; autocomplete: string }> = {
  number: {
    name: 'cardnumber',
    label: 'Card number',
    placeholder: '1234 1234 1234 1234',
    autocomplete: 'cc-number',
  },
  expiry: { name: 'exp-date', label: 'Expiration date', placeholder: 'MM / YY', autocomplete: 'cc-exp' },
  cvc: { name: 'cvc', label: 'Security code', placeholder: 'CVC', autocomplete: 'cc-csc' },
};

const BRAND_NAMES: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'Amex',
  discover: 'Discover',
  diners: 'Diners',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

const inputs = new Map<FieldName, HTMLInputElement>();
const touched = new Set<FieldName>();
const brandMark = createElement('span', { class: 'brand', 'aria-hidden': 'true' });
let link: PageLink | undefined;
let lastChange = '';

const valueOf = (name: FieldName) => inputs.get(name)?.value ?? '';
const brand = () => brandOf(valueOf('number').replaceAll(' ', ''));
const send = (message: FrameMessage) => link?.send(message);

const problemIn = (name: FieldName, isFinal: boolean) =>
  problemOf(name, valueOf(name), { brand: brand(), isFinal, today: new Date() });

function showState(): { error: FieldError | null; complete: boolean; empty: boolean } {
  let first: FieldError | null = null;
  for (const [name, input] of inputs) {
    const problem = problemIn(name, touched.has(name));
    first ??= problem;
    input.setAttribute('aria-invalid', String(Boolean(problem)));
    input.classList.toggle('is-invalid', Boolean(problem));
    input.classList.toggle('is-empty', input.value === '');
    input.classList.toggle('is-complete', input.value !== '' && !problemIn(name, true));
  }
  brandMark.textContent = BRAND_NAMES[brand()] ?? '';
  const names = [...inputs.keys()];
  return {
    error: first,
    complete: names.every((name) => !problemIn(name, true)),
    empty: names.every((name) => valueOf(name) === ''),
  };
}

function reportChange(): void {
  const { error, complete, empty } = showState();
  const change: FrameMessage = { type: 'change', detail: { empty, complete, error, brand: brand() } };
  // As Stripe does: sent when something about it changed, not at every key.
  const written = JSON.stringify(change);
  if (written === lastChange) return;
  lastChange = written;
  send(change);
}

function onInput(name: FieldName, event: Event): void {
  const input = inputs.get(name)!;
  const isDeleting = (event as InputEvent).inputType?.startsWith('delete') ?? false;
  const atEnd = input.selectionStart === input.value.length;
  const before = input.selectionStart ?? 0;
  const digitsBefore = input.value.slice(0, before).replace(/\D/g, '').length;
  const formatted = format(name, input.value, isDeleting, brand());
  if (formatted !== input.value) {
    input.value = formatted;
    if (!atEnd) {
      // Back behind the same digit as before the groups were drawn anew.
      let seen = 0;
      let position = 0;
      while (position < formatted.length && seen < digitsBefore) {
        if (/\d/.test(formatted[position]!)) seen += 1;
        position += 1;
      }
      input.setSelectionRange(position, position);
    }
  }
  touched.delete(name);
  reportChange();
  if (atEnd && !isDeleting && isFull(name)) focusAfter(name);
}

const isFull = (name: FieldName) => !problemIn(name, true);

function focusAfter(name: FieldName): void {
  const names = [...inputs.keys()];
  inputs.get(names[names.indexOf(name) + 1]!)?.focus();
}

function buildField(name: FieldName): HTMLElement {
  const spec = FIELDS[name];
  const input = createElement('input', {
    class: 'field is-empty',
    id: name,
    name: spec.name,
    type: 'text',
    inputmode: 'numeric',
    autocomplete: spec.autocomplete,
    placeholder: spec.placeholder,
    autocorrect: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    'aria-invalid': 'false',
  });
  input.addEventListener('input', (event) => onInput(name, event));
  input.addEventListener('focus', () => send({ type: 'focus' }));
  input.addEventListener('blur', () => {
    if (input.value !== '') touched.add(name);
    reportChange();
    send({ type: 'blur' });
  });
  input.addEventListener('keydown', ({ key }) => {
    if (key === 'Backspace' && input.value === '') {
      const names = [...inputs.keys()];
      inputs.get(names[names.indexOf(name) - 1]!)?.focus();
    }
  });
  inputs.set(name, input);
  return createElement('div', { class: `cell cell-${name}` }, createElement('label', { for: name }, spec.label), input);
}

function build(): void {
  const row = createElement('div', { class: 'fields fields-card' }, brandMark);
  for (const name of Object.keys(FIELDS) as FieldName[]) row.append(buildField(name));
  document.body.append(row);
}

function values(): FieldValues {
  const [expMonth = '', expYear = ''] = valueOf('expiry').split(' / ');
  return { number: valueOf('number').replaceAll(' ', ''), expMonth, expYear, cvc: valueOf('cvc') };
}

function validate(): FieldError | null {
  for (const name of inputs.keys()) touched.add(name);
  const { error } = showState();
  reportChange();
  const firstWrong = [...inputs].find(([name]) => problemIn(name, true))?.[1];
  firstWrong?.focus();
  return error;
}

build();
connectToPage(
  (message) => {
    if (message.type === 'update') applyStyle(message.options['style'], message.scheme);
    if (message.type === 'focus') inputs.get('number')?.focus();
  },
  (connected) => {
    link = connected;
    applyStyle(connected.init.options['style'], connected.init.scheme);
    window.stripeSandboxField = { id: connected.init.elementId, values, validate };
    reportHeight(send);
    send({ type: 'ready' });
    // What was typed before the page listened.
    lastChange = '';
    if ([...inputs.values()].some(({ value }) => value !== '')) reportChange();
    if (document.activeElement instanceof HTMLInputElement) send({ type: 'focus' });
  },
);
