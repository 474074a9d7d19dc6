import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '../support/test.ts';

const DEPLOY = path.resolve(import.meta.dirname, '../../docs/deploy');

/** Names of metrics in an expression of Prometheus, without what a histogram adds to them. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:claims|csp|http|nodejs|process|redress|releases|site|store)_[a-z_]+\b/g)].map(([name]) =>
    name.replace(/_(?:bucket|count|sum)$/, ''),
  );

test('every metric that alarms and the dashboard read is one of /metrics', async ({ page, program }) => {
  // A page load: some metrics are there once something was counted.
  await page.goto('/');
  const ofFile = (file: string) => readFileSync(path.join(DEPLOY, file), 'utf8');
  const expressions = [
    ...[...ofFile('alerts.yml').matchAll(/^\s+expr: (.+)$/gm)].map(([, expression = '']) => expression),
    ...[...ofFile('dashboard.json').matchAll(/"expr": (".+")/g)].map(([, text = '""']) => JSON.parse(text) as string),
  ];
  expect(expressions.length).toBeGreaterThan(20);
  const metrics = async () => {
    const answer = await page.request.get('/metrics', {
      headers: { authorization: `Bearer ${program.env['METRICS_TOKEN']}` },
    });
    expect(answer.status()).toBe(200);
    return answer.text();
  };
  await expect
    .poll(async () => {
      const known = new Set([...(await metrics()).matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
      return expressions.flatMap(namesIn).filter((name) => !known.has(name));
    })
    .toEqual([]);
  expect((await page.request.get('/metrics')).status()).toBe(404);
});
