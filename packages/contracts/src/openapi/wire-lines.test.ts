import { openApiDocument } from './index.ts';
import { wireLines } from './wire-lines.ts';

it('names a field that came and one that became required, and nothing else', () => {
  const operation = (properties: object, required: string[]) => ({
    paths: { '/api/x': { post: { summary: 'words', requestBody: { properties, required } } } },
  });
  const before = wireLines(operation({ a: { type: 'string' } }, []));
  const after = wireLines(operation({ a: { type: 'string' }, b: { type: 'number' } }, ['b', 'a']));
  expect([...after].filter((line) => !before.has(line))).toEqual([
    'POST /api/x requestBody.properties.b.type = "number"',
    'POST /api/x requestBody.required = ["a","b"]',
  ]);
});

it('reads every call of the contract', () => {
  const calls = new Set([...wireLines(openApiDocument())].map((line) => line.split(' ').slice(0, 2).join(' ')));
  expect(calls).toContain('POST /api/login.php');
  expect(calls.size).toBeGreaterThan(70);
});
