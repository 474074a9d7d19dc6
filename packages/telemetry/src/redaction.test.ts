import { correlationIdFrom } from './correlation.ts';
import { allowFields, scrubText } from './redaction.ts';

it('drops what is unclassified, even when its name is that of a prototype member', () => {
  expect(allowFields({ constructor: 'x', toString: 'y', code: 'NOT_FOUND', amount: 250 })).toEqual({
    code: 'NOT_FOUND',
  });
});

it('keeps our own ids readable', () => {
  expect(scrubText('claim 0123456789abcdef01234567 of 3f0b1c9e-1b2c-4d5e-8f90-a1b2c3d4e5f6')).toContain(
    '0123456789abcdef01234567',
  );
});

it('takes a caller’s id only when it is one', () => {
  expect(correlationIdFrom({ 'x-request-id': 'abcd-1234' })).toBe('abcd-1234');
  expect(correlationIdFrom({ 'x-request-id': 'x"}\n{"level":"fatal"' })).toMatch(/^[0-9a-f-]{36}$/);
});
