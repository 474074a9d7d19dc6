import { invalidRequest } from './errors.ts';
import type { FormFields } from './form.ts';
import { group, integer, readParams, text } from './params.ts';
import { type StripeRecords, idOf } from './records.ts';

interface Listed {
  id: string;
  created: number;
  payment_intent?: string | { id: string } | null;
}

const paging = { limit: integer, starting_after: text, created: group({ gte: integer }), payment_intent: text };

/** One page of a list, newest first, as every list call of Stripe answers. */
export function listPage(kind: string, newestFirst: Listed[], fields: FormFields): object {
  const { limit = 10, created = {}, payment_intent, starting_after } = readParams(fields, paging);
  if (limit < 1 || limit > 100) {
    throw invalidRequest('Invalid limit: must be between 1 and 100', { param: 'limit' });
  }
  let found = newestFirst.filter(
    (each) => each.created >= (created.gte ?? 0) && (!payment_intent || idOf(each.payment_intent) === payment_intent),
  );
  if (starting_after) {
    const index = found.findIndex(({ id }) => id === starting_after);
    if (index < 0)
      throw invalidRequest(`No such object: '${starting_after}'`, {
        code: 'resource_missing',
        param: 'starting_after',
      });
    found = found.slice(index + 1);
  }
  return { object: 'list', data: found.slice(0, limit), has_more: found.length > limit, url: `/v1/${kind}` };
}

/** Puts whole objects where ids stand, along paths such as `latest_charge.payment_method`. */
export function expand(object: unknown, paths: string[], records: StripeRecords): unknown {
  const copy = structuredClone(object);
  for (const path of paths) {
    const steps = path.split('.');
    if (steps.length > 5) throw invalidRequest('You cannot expand more than 4 levels of a property.');
    expandAlong(copy, steps, path, records);
  }
  return copy;
}

function expandAlong(object: unknown, [step, ...rest]: string[], path: string, records: StripeRecords): void {
  if (!step || !object || typeof object !== 'object') return;
  const holder = object as Record<string, unknown>;
  if (step === 'data' && Array.isArray(holder['data'])) {
    for (const each of holder['data']) expandAlong(each, rest, path, records);
    return;
  }
  if (!(step in holder)) {
    throw invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' });
  }
  const value = holder[step];
  if (typeof value === 'string') holder[step] = structuredClone(findById(value, records)) ?? value;
  expandAlong(holder[step], rest, path, records);
}

function findById(id: string, records: StripeRecords): object | undefined {
  switch (id.split('_')[0]) {
    case 'pi':
      return records.intents.get(id);
    case 'ch':
      return records.charges.get(id);
    case 're':
      return records.refunds.get(id);
    case 'pm':
      return records.paymentMethods.get(id);
    default:
      return undefined;
  }
}
