import { releasesOpenApiDocument } from './index.ts';

const LARGEST_INTEGER = 2 ** 31 - 1;

/** Places of whole numbers that PostgreSQL's `integer` may not hold. */
function tooWide(node: unknown, place: string): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, maximum } = node as { type?: unknown; maximum?: number };
  const inside = Object.entries(node).flatMap(([key, value]) => tooWide(value, `${place}/${key}`));
  return type === 'integer' && (maximum ?? Infinity) > LARGEST_INTEGER ? [place, ...inside] : inside;
}

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
