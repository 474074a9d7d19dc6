import type { JsonSchema } from '@redress/contracts/requests';
import fc from 'fast-check';

/** Texts that have broken programs, one of each kind. */
const HOSTILE_TEXTS: readonly string[] = [
  '', ' ', '\0', 'a\0b', '\ud800', '\udfff x', '\u202eabc', '\ufeff', '\r\nSet-Cookie: a=b', '%0d%0aX: y', "'; drop table claims.account; --",
  "' or 1=1 --", '{{7*7}}', '${7*7}', '<%= 7*7 %>', '<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', 'javascript:alert(1)',
  '../../../../etc/passwd', '..\\..\\windows\\win.ini', 'file:///etc/passwd', 'http://127.0.0.1:9/', '%00', '%s%s%n%x', '=cmd|"/c calc"!A1', '@SUM(1)',
  '-1', '0', '1e999', 'NaN', 'Infinity', '-0', '0x10', '1_000', '٣', '2026-02-30', '9999-99-99T99:99:99Z', '0000-01-01', 'null', 'undefined', 'true', '[]', '{}',
  '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'f'.repeat(24), '0'.repeat(24), 'F'.repeat(24), `${'f'.repeat(23)}g`, 'pi_x', `pi_${'a'.repeat(80)}`,
  'a@b.co', `${'a'.repeat(250)}@b.co`, 'a@b', '@', 'é@exämple.org', '123456', '１２３４５６', 'x'.repeat(5_000), '😀'.repeat(300), 'e\u0301'.repeat(300), '\u0000'.repeat(20),
  'data:image/png;base64,', 'data:image/png;base64,iVBORw0KGgo=', 'data:image/svg+xml,<svg onload=alert(1)>', 'USD', 'TX', 'IL', 'DELETE',
]; // prettier-ignore

const NUMBERS = [0, -0, -1, 1.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 53 + 2, 1e21, 1e308, -1e308, 5e-324, 0.1 + 0.2];
const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'user_id',
  'is_paid',
  'unknown',
  '',
  '0',
  'a'.repeat(300),
];

const text = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 400 }) },
);
const anything: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: text },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      false,
      [],
      {},
      [null],
      [[]],
      { length: 1e9 },
      { toString: 'x' },
      { then: 1 },
    ),
  },
  { weight: 2, arbitrary: fc.constantFrom(...NUMBERS) },
  { weight: 1, arbitrary: fc.array(text, { minLength: 100, maxLength: 300 }) },
  { weight: 1, arbitrary: fc.anything({ maxDepth: 3, withNullPrototype: false }) },
);

/** Values that a schema accepts, or nearly accepts. */
function fitting(schema: JsonSchema, sound: unknown): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => fitting(each, sound)));
  switch (schema.type) {
    case 'string': {
      const most = schema.maxLength;
      const lengths =
        most === undefined || most > 30_000 ? [] : [fc.constant('x'.repeat(most)), fc.constant('x'.repeat(most + 1))];
      return fc.oneof(
        { weight: 3, arbitrary: text },
        { weight: 2, arbitrary: fc.constant(sound ?? 'sample') },
        ...lengths,
      );
    }
    case 'integer':
    case 'number':
      return fc.constantFrom(schema.minimum ?? 0, schema.maximum ?? 1, (schema.maximum ?? 9) + 1, ...NUMBERS);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(fitting(schema.items ?? {}, undefined), { maxLength: (schema.maxItems ?? 4) + 1 });
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([key, value]) => [key, fitting(value, undefined)]),
        ),
        { requiredKeys: (schema.required ?? []).filter((key) => key in (schema.properties ?? {})) },
      );
    default:
      return anything;
  }
}

/**
 * Requests mutated from a schema: a valid one in which some fields are nearly valid, some of another type, some missing
 * and some unknown.
 */
export function hostileRequests(
  schema: JsonSchema,
  sound: Record<string, unknown>,
): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.keys(schema.properties ?? {});
  const change = fc.oneof(
    ...(fields.length === 0
      ? []
      : [
          {
            weight: 5,
            arbitrary: fc
              .constantFrom(...fields)
              .chain((key) => fitting(schema.properties?.[key] ?? {}, sound[key]).map((value) => ({ key, value }))),
          },
          { weight: 3, arbitrary: fc.record({ key: fc.constantFrom(...fields), value: anything }) },
          { weight: 1, arbitrary: fc.record({ key: fc.constantFrom(...fields), value: fc.constant(undefined) }) },
        ]),
    { weight: 1, arbitrary: fc.record({ key: fc.constantFrom(...KEYS), value: anything }) },
  );
  return fc.array(change, { minLength: 1, maxLength: 5 }).map((changes) => {
    const request = new Map<string, unknown>(Object.entries(sound));
    for (const { key, value } of changes) request.set(key, value);
    // An own property even for `__proto__`.
    return Object.fromEntries(request);
  });
}

const asJson = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch {
    return '{}'; // a BigInt or a circular object: not serialisable
  }
};

/** A body as bytes: mostly the JSON of the request, sometimes broken on the way. */
export const hostileBodies = (
  requests: fc.Arbitrary<Record<string, unknown>>,
): fc.Arbitrary<{ body: Buffer; type: string }> =>
  fc
    .record({ request: requests, way: fc.nat(99), at: fc.nat(10_000), type: fc.nat(99) })
    .map(({ request, way, at, type }) => {
      const json = asJson(request);
      const bytes = Buffer.from(json);
      const broken = (): Buffer => {
        if (way < 3) return bytes.subarray(0, at % (bytes.length + 1));
        if (way < 5)
          return Buffer.concat([
            bytes.subarray(0, at % bytes.length),
            Buffer.from([0xff, 0xfe, 0x80]),
            bytes.subarray(at % bytes.length),
          ]);
        if (way < 7) return Buffer.from(json.replace('{', `{${json.slice(1, -1)},`)); // every key twice
        if (way < 8) return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]);
        if (way < 9) return Buffer.from(`${'{"a":'.repeat(at)}1${'}'.repeat(at)}`);
        if (way < 10) return Buffer.from(`[${json}]`);
        if (way < 11) return Buffer.from(json, 'utf16le');
        if (way < 12) return Buffer.from(json.replaceAll(/\d+/g, (digits) => digits.repeat(40)));
        return bytes;
      };
      const types = [
        'application/json; charset=utf-16',
        'text/plain',
        'application/json;'.repeat(50),
        'multipart/form-data; boundary=x',
        '',
      ];
      return { body: broken(), type: type < types.length ? (types[type] ?? '') : 'application/json' };
    });
