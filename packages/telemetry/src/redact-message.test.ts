import { redactMessage } from './redact-message.ts';

it.each([
  ['TypeError: no letter for ada@example.org', [], 'TypeError: no letter for [address]'],
  ['SyntaxError: "John Smith owes me" is not valid JSON', [], 'SyntaxError: [text] is not valid JSON'],
  ["TypeError: Cannot read properties of undefined (reading 'map')", [], undefined],
  ["TypeError: can't access property 'rows' of null", [], undefined],
  ['Error: no such city: Springfield', ['Springfield'], 'Error: no such city: [typed]'],
  ['Error: SPRINGFIELD IL was not found', ['springfield'], 'Error: [typed] IL was not found'],
  ["TypeError: reading 'Smith'", ['Ada Smith'], "TypeError: reading '[typed]'"],
  ['RangeError: 1250 is too much', ['1250'], 'RangeError: [typed] is too much'],
  [
    'Error: he painted the wall badly and Acme left',
    ['In May he painted the wall badly, then Acme was gone.'],
    'Error: [typed] [typed] [typed] [typed] [typed] and [typed] left',
  ],
  ['Error: the page was left', ['In May he painted the wall badly, then Acme was gone.'], undefined],
])('%s', (message, typed, expected) => {
  expect(redactMessage(message, typed)).toBe(expected ?? message);
});
