import { releasesOpenApiDocument } from './index.ts';

const LARGEST_INTEGER = 2 ** 31 - 1;

/** Places of whole numbers that PostgreSQL's `integer` may not hold. */
function tooWide(node: unknown, place: string): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, maximum } = node as { type?: unknown; maximum?: number };
  const inside = Object.entries(node).flatMap(([key, value]) => tooWide(value, `${place}/${key}`));
  return type === 'integer' && (maximum ?? Infinity) > LARGEST_INTEGER ? [place, ...inside] : inside;
}

it('says of every call that needs somebody how a token and a session are given, and what any call may be answered', () => {
  const { paths, components } = releasesOpenApiDocument() as {
    paths: Record<string, { post?: { security: object[]; responses: object } }>;
    components: { securitySchemes: object };
  };
  const { security, responses } = paths['/api/promote']!.post!;
  const schemes = security.flatMap((way) => Object.keys(way));
  expect(schemes).toEqual(['token', 'session', 'sessionHeader']);
  expect(Object.keys(components.securitySchemes)).toEqual(expect.arrayContaining(schemes));
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '409', '429', '500', '503']));
});

it('takes no whole number in a call of the release API that a column could not hold', () => {
  const { paths } = JSON.parse(JSON.stringify(releasesOpenApiDocument())) as {
    paths: Record<string, Record<string, { requestBody?: unknown; parameters?: unknown }>>;
  };
  const calls = Object.entries(paths).filter(([path]) => path.startsWith('/api/'));
  expect(calls.length).toBeGreaterThan(40);
  expect(
    calls.flatMap(([path, methods]) =>
      Object.values(methods).flatMap(({ requestBody, parameters }) => tooWide([requestBody, parameters], path)),
    ),
  ).toEqual([]);
});
