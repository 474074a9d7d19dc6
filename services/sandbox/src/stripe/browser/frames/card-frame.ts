import { brandOf } from '../../card-numbers.ts';
import type { FieldError, FieldValues, FrameKind, FrameMessage } from '../protocol.ts';
import { type FieldName, cvcLengthOf, format, problemOf } from './card-rules.ts';
import { type PageLink, applyStyle, connectToPage, createElement, reportHeight } from './frame-kit.ts';

/** The frames of the card fields: `card` (one line), `payment` (with labels) and the three single ones. */

interface FieldSpec {
  label: string;
  placeholder: string;
  autocomplete: string;
  inputMode: 'numeric' | 'text';
}

const FIELDS: Record<FieldName, FieldSpec> = {
  number: {
    label: 'Card number',
    placeholder: '1234 1234 1234 1234',
    autocomplete: 'cc-number',
    inputMode: 'numeric',
  },
  expiry: { label: 'Expiration date', placeholder: 'MM / YY', autocomplete: 'cc-exp', inputMode: 'numeric' },
  cvc: { label: 'Security code', placeholder: 'CVC', autocomplete: 'cc-csc', inputMode: 'numeric' },
  postalCode: { label: 'ZIP code', placeholder: 'ZIP', autocomplete: 'billing postal-code', inputMode: 'text' },
};

/** As Stripe's own card element names them, and tests all over the world fill them. The payment element has plain ones. */
const CARD_ELEMENT_NAMES: Record<FieldName, string> = {
  number: 'cardnumber',
  expiry: 'exp-date',
  cvc: 'cvc',
  postalCode: 'postal',
};

const FIELDS_OF: Partial<Record<FrameKind, FieldName[]>> = {
  card: ['number', 'expiry', 'cvc', 'postalCode'],
  payment: ['number', 'expiry', 'cvc', 'postalCode'],
  cardNumber: ['number'],
  cardExpiry: ['expiry'],
  cardCvc: ['cvc'],
};

const COUNTRIES: readonly (readonly [string, string])[] = [
  ['US', 'United States'],
  ['CA', 'Canada'],
  ['GB', 'United Kingdom'],
  ['DE', 'Germany'],
  ['TR', 'Turkey'],
];

const BRAND_NAMES: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'Amex',
  discover: 'Discover',
  diners: 'Diners',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

const kind = (document.documentElement.dataset['kind'] ?? 'card') as FrameKind;
const inputs = new Map<FieldName, HTMLInputElement>();
const touched = new Set<FieldName>();
const brandMark = createElement('span', { class: 'brand', 'aria-hidden': 'true' });
const country = createElement(
  'select',
  { class: 'field', id: 'country', autocomplete: 'billing country' },
  ...COUNTRIES.map(([code, name]) => createElement('option', { value: code }, name)),
);
let link: PageLink | undefined;
let lastChange = '';

const valueOf = (name: FieldName) => inputs.get(name)?.value ?? '';
const brand = () => brandOf(valueOf('number').replaceAll(' ', ''));
const send = (message: FrameMessage) => link?.send(message);

function problemIn(name: FieldName, isFinal: boolean): FieldError | null {
  // A single security code field does not know the card: both lengths will do.
  const known = kind === 'cardCvc' ? 'unknown' : brand();
  return problemOf(name, valueOf(name), { brand: known, isFinal, today: new Date() });
}

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
  const shown = document.querySelector('#problem');
  if (shown) shown.textContent = error?.message ?? '';
  const change: FrameMessage = {
    type: 'change',
    detail: {
      empty,
      complete,
      error,
      ...(inputs.has('number') ? { brand: brand() } : {}),
      ...(kind === 'card' ? { value: { postalCode: valueOf('postalCode') } } : {}),
      ...(kind === 'payment' ? { value: { type: 'card' }, collapsed: false } : {}),
    },
  };
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
  // A single security code field does not know the card: it takes the longest code.
  const formatted = format(name, input.value, isDeleting, kind === 'cardCvc' ? 'amex' : brand());
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
  if (atEnd && !isDeleting && name !== 'postalCode' && isFull(name)) focusAfter(name);
}

const isFull = (name: FieldName) =>
  name === 'cvc' ? valueOf('cvc').length === cvcLengthOf(brand()) && inputs.size > 1 : !problemIn(name, true);

function focusAfter(name: FieldName): void {
  const names = [...inputs.keys()];
  const next = inputs.get(names[names.indexOf(name) + 1]!);
  if (next && !next.closest('[hidden]')) next.focus();
}

function buildField(name: FieldName): HTMLElement {
  const spec = FIELDS[name];
  const input = createElement('input', {
    class: 'field is-empty',
    id: name,
    name: kind === 'payment' ? name : CARD_ELEMENT_NAMES[name],
    type: 'text',
    inputmode: spec.inputMode,
    autocomplete: spec.autocomplete,
    placeholder: spec.placeholder,
    autocorrect: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    'aria-invalid': 'false',
    ...(kind === 'payment' ? { 'aria-describedby': 'problem' } : {}),
  });
  input.addEventListener('input', (event) => onInput(name, event));
  input.addEventListener('focus', () => send({ type: 'focus' }));
  input.addEventListener('blur', () => {
    if (input.value !== '') touched.add(name);
    reportChange();
    send({ type: 'blur' });
  });
  input.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') send({ type: 'escape' });
    if (key === 'Backspace' && input.value === '') {
      const names = [...inputs.keys()];
      inputs.get(names[names.indexOf(name) - 1]!)?.focus();
    }
  });
  inputs.set(name, input);
  return createElement('div', { class: `cell cell-${name}` }, createElement('label', { for: name }, spec.label), input);
}

function build(): void {
  const row = createElement('div', { class: `fields fields-${kind}` });
  if (kind === 'card' || kind === 'cardNumber') row.append(brandMark);
  for (const name of FIELDS_OF[kind] ?? []) {
    if (name === 'postalCode' && kind === 'payment') {
      country.addEventListener('change', reportChange);
      row.append(
        createElement(
          'div',
          { class: 'cell cell-country' },
          createElement('label', { for: 'country' }, 'Country'),
          country,
        ),
      );
    }
    row.append(buildField(name));
  }
  if (kind === 'payment') row.append(createElement('p', { id: 'problem', role: 'alert' }));
  document.body.append(row);
}

function applyOptions(options: Record<string, unknown>): void {
  const address = billingField(options, 'address');
  const hidesPostal =
    options['hidePostalCode'] === true || address === 'never' || billingField(options, 'postalCode') === 'never';
  const postal = inputs.get('postalCode');
  if (postal && hidesPostal) {
    inputs.delete('postalCode');
    postal.closest('.cell')?.remove();
  }
  if (address === 'never' || billingField(options, 'country') === 'never') country.closest('.cell')?.remove();
  const given = options['value'] as { postalCode?: string } | undefined;
  const defaults = (options['defaultValues'] as { billingDetails?: { address?: Record<string, string> } } | undefined)
    ?.billingDetails?.address;
  if (postal && postal.value === '') postal.value = given?.postalCode ?? defaults?.['postal_code'] ?? '';
  if (defaults?.['country']) country.value = defaults['country'];
  for (const input of inputs.values()) input.disabled = options['disabled'] === true;
  const number = inputs.get('number');
  if (number && typeof options['placeholder'] === 'string') number.placeholder = options['placeholder'];
  brandMark.hidden = options['hideIcon'] === true || (kind === 'cardNumber' && options['showIcon'] !== true);
}

/** `fields.billingDetails` of the payment element: a word for all, or one for each. */
function billingField(options: Record<string, unknown>, name: string): unknown {
  const details = (options['fields'] as { billingDetails?: unknown } | undefined)?.billingDetails;
  if (typeof details !== 'object' || details === null) return details;
  const address = (details as { address?: unknown }).address;
  if (name === 'address') return typeof address === 'string' ? address : undefined;
  return typeof address === 'object' && address ? (address as Record<string, unknown>)[name] : undefined;
}

function values(): FieldValues {
  const [month = '', year = ''] = valueOf('expiry').split(' / ');
  return {
    ...(inputs.has('number') ? { number: valueOf('number').replaceAll(' ', '') } : {}),
    ...(inputs.has('expiry') ? { expMonth: month, expYear: year } : {}),
    ...(inputs.has('cvc') ? { cvc: valueOf('cvc') } : {}),
    ...(inputs.has('postalCode') ? { postalCode: valueOf('postalCode').trim() } : {}),
    ...(country.isConnected ? { country: country.value } : {}),
  };
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
    if (message.type === 'update') {
      applyOptions(message.options);
      applyStyle(message.options['style'], message.appearance, message.scheme);
    }
    if (message.type === 'focus') [...inputs.values()][0]?.focus();
    if (message.type === 'blur') (document.activeElement as HTMLElement | null)?.blur();
    if (message.type === 'validate') validate();
    if (message.type === 'clear') {
      for (const input of inputs.values()) input.value = '';
      touched.clear();
      reportChange();
    }
  },
  (connected) => {
    link = connected;
    applyOptions(connected.init.options);
    applyStyle(connected.init.options['style'], connected.init.appearance, connected.init.scheme);
    window.stripeSandboxField = { id: connected.init.elementId, values, validate };
    reportHeight(send);
    send({ type: 'ready' });
    // What was typed before the page listened.
    lastChange = '';
    if ([...inputs.values()].some(({ value }) => value !== '')) reportChange();
    if (document.activeElement instanceof HTMLInputElement) send({ type: 'focus' });
  },
);
