import { endpoints, type Endpoint } from '@redress/contracts';
import { useTestApp } from './testing/index.ts';

const test = useTestApp();

it('serves every call of the contract, each by one feature', () => {
  const served = test.claims.platform
    .features()
    .flatMap(({ routes = [] }) => routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`));
  const all = (Object.values(endpoints) as unknown as Endpoint[]).map(({ method, path }) => `${method} ${path}`);
  expect(served.toSorted()).toEqual([...new Set(all)].toSorted());
});

it('has a text for every notice about an order', () => {
  const { text } = test.claims.platform;
  for (const { emails = [] } of test.claims.platform.features()) {
    for (const { name } of emails.filter((email) => email.name.startsWith('news.'))) {
      for (const part of ['title', 'message', 'subject', 'mail', 'button']) {
        expect(text(`${name}.${part}`)).not.toBe(`${name}.${part}`);
      }
    }
  }
});
