import { invalidRequest } from './errors.ts';
import type { FormFields } from './form.ts';
import { type Params, group, integer, readParams, text } from './params.ts';
import { type StripeRecords, idOf } from './records.ts';

interface Listed {
  id: string;
  created: number;
}

const range = { gt: integer, gte: integer, lt: integer, lte: integer };
const paging = {
  limit: integer,
  starting_after: text,
  ending_before: text,
  created: (value: FormFields[string], name: string) =>
    typeof value === 'string' ? { gte: integer(value, name), lte: integer(value, name) } : group(range)(value, name),
};

/** What each list may be narrowed by, and how an object is judged. */
const FILTERS: Record<string, Record<string, (object: never, wanted: string) => boolean>> = {
  charges: {
    payment_intent: (each: { payment_intent: never }, id) => idOf(each.payment_intent) === id,
  },
  refunds: {
    charge: (each: { charge: never }, id) => idOf(each.charge) === id,
    payment_intent: (each: { payment_intent: never }, id) => idOf(each.payment_intent) === id,
  },
};

/** One page of a list, newest first, as every list call of Stripe answers. */
export function listPage<T extends Listed>(kind: string, newestFirst: T[], fields: FormFields): object {
  const filters = FILTERS[kind] ?? {};
  const shape = {
    ...paging,
    ...Object.fromEntries(Object.keys(filters).map((name) => [name, text])),
  };
  const params = readParams(fields, shape) as Params<typeof paging> & Record<string, unknown>;
  const limit = params.limit ?? 10;
  if (limit < 1 || limit > 100) {
    throw invalidRequest('Invalid limit: must be between 1 and 100', { param: 'limit' });
  }
  const { created = {} } = params;
  let found = newestFirst.filter(
    (each) =>
      (created.gt === undefined || each.created > created.gt) &&
      (created.gte === undefined || each.created >= created.gte) &&
      (created.lt === undefined || each.created < created.lt) &&
      (created.lte === undefined || each.created <= created.lte) &&
      Object.entries(filters).every(([name, judge]) => !params[name] || judge(each as never, String(params[name]))),
  );
  const cursorAt = (id: string, param: string) => {
    const index = found.findIndex((each) => each.id === id);
    if (index < 0) throw invalidRequest(`No such object: '${id}'`, { code: 'resource_missing', param });
    return index;
  };
  if (params.starting_after) found = found.slice(cursorAt(params.starting_after, 'starting_after') + 1);
  const before = params.ending_before ? found.slice(0, cursorAt(params.ending_before, 'ending_before')) : undefined;
  const data = before ? before.slice(-limit) : found.slice(0, limit);
  return { object: 'list', data, has_more: (before ?? found).length > limit, url: `/v1/${kind}` };
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
