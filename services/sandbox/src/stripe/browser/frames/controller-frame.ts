import type { ControllerAnswer, ControllerCall, FieldValues } from '../protocol.ts';
import { type PageLink, connectToPage, findField } from './frame-kit.ts';

/** The invisible frame that alone speaks with the API: card numbers go from field to API inside this origin. */

const UNREACHABLE: ControllerAnswer = {
  ok: false,
  error: {
    type: 'api_connection_error',
    message:
      'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.',
  },
};
const UNMOUNTED: ControllerAnswer = {
  ok: false,
  error: {
    type: 'integration_error',
    message:
      'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
  },
};
const ANSWER_TIMEOUT_MS = 30_000;

/** What was typed, put where the call wants it. */
const withCard = ({ params }: ControllerCall, { number, expMonth, expYear, cvc }: FieldValues) => ({
  ...params,
  payment_method_data: {
    ...(params['payment_method_data'] as object),
    card: { number, exp_month: expMonth, exp_year: expYear, cvc },
  },
});

function encode(value: unknown, name: string, into: URLSearchParams): void {
  if (value === undefined || value === null) return;
  if (Array.isArray(value)) value.forEach((each, index) => encode(each, `${name}[${index}]`, into));
  else if (typeof value === 'object') {
    for (const [key, each] of Object.entries(value)) encode(each, name ? `${name}[${key}]` : key, into);
  } else into.append(name, String(value));
}

async function answer(call: ControllerCall, publishableKey: string): Promise<ControllerAnswer> {
  let params = call.params;
  if (call.fieldId) {
    const field = findField(call.fieldId);
    const error = field?.validate();
    if (error) return { ok: false, error: { ...error } };
    const typed = field?.values();
    if (!typed) return UNMOUNTED;
    params = withCard(call, typed);
  }
  const encoded = new URLSearchParams();
  encode({ ...params, key: publishableKey }, '', encoded);
  try {
    const response = await fetch(call.method === 'GET' ? `${call.path}?${encoded}` : call.path, {
      method: call.method,
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      ...(call.method === 'POST' ? { body: encoded } : {}),
    });
    const body = (await response.json()) as Record<string, unknown>;
    return response.ok ? { ok: true, body } : { ok: false, error: body['error'] as { type: string } };
  } catch {
    return UNREACHABLE;
  }
}

let link: PageLink | undefined;
connectToPage(
  (message) => {
    if (message.type !== 'ask' || !link) return;
    const { send, init } = link;
    void answer(message.call, init.publishableKey).then((result) => send({ type: 'answer', id: message.id, result }));
  },
  (connected) => {
    link = connected;
    connected.send({ type: 'ready' });
  },
);
