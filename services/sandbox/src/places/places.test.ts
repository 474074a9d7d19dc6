import { startTestSandbox, stopSandboxes, type TestSandbox } from '../testing/test-sandbox.ts';
import { openGazetteer } from './gazetteer.ts';
import { describe as descriptionOf } from './place.ts';
import { suggestPlaces } from './suggest.ts';

afterEach(stopSandboxes);

interface Answer {
  status: string;
  html_attributions: string[];
  predictions: { description: string; place_id: string; terms: { offset: number; value: string }[] }[];
  result: {
    formatted_address: string;
    address_components: { long_name: string; short_name: string; types: string[] }[];
  };
}

async function ask(sandbox: TestSandbox, path: string, params: Record<string, string>): Promise<Answer> {
  const query = new URLSearchParams({ key: sandbox.world().keys.placesKey, ...params });
  return (await (
    await fetch(`${sandbox.world().addresses.places}/maps/api/place/${path}/json?${query}`)
  ).json()) as Answer;
}

const suggested = (input: string) => suggestPlaces(input, openGazetteer()).map(descriptionOf);

it.each([
  ['123 main st springfield il', '123 Main St, Springfield, IL 62701'],
  ['123 Main Street, Springfield, IL 62704', '123 Main St, Springfield, IL 62704'],
  ['1600 pennsylvania ave nw washington dc', '1600 Pennsylvania Ave NW, Washington, DC 20001'],
  ['55 W 25th St apt 4B, New York, NY', '55 W 25th St Apt 4B, New York, NY 10001'],
  ['12 elm chicago', '12 Elm, Chicago, IL 60601'],
  ['9 Oak Rd Saint Louis MO', '9 Oak Rd, Saint Louis, MO 63101'],
  ['4 Calle Luna, San Juan, PR', '4 Calle Luna, San Juan, PR 00901'],
  ['10 Elm St 89501', '10 Elm St, Reno, NV 89501'],
  ['5 Oak Park Ave Oak Park', '5 Oak Park Ave, Oak Park, IL 60301'],
  ['77 Broadway, New York, NY', '77 Broadway, New York, NY 10001'],
])('suggests for %j first %j', (input, first) => {
  expect(suggested(input)[0]).toBe(first);
});

it('follows typing: each further letter of the city narrows what is suggested', () => {
  for (const input of ['123 Main St Sp', '123 Main St Spr', '123 Main St Springf'])
    expect(suggested(input).every((each) => each.startsWith('123 Main St, Sp'))).toBe(true);
  expect(suggested('123 Main St Springf').every((each) => each.includes('Springf'))).toBe(true);
});

it('answers a suggestion and then its parts, with the credit the data asks for', async () => {
  const sandbox = await startTestSandbox();
  const found = await ask(sandbox, 'autocomplete', { input: '123 main st springfield il', components: 'country:us' });
  expect(found.status).toBe('OK');
  expect(found.html_attributions[0]).toContain('GeoNames');
  const { description, terms, place_id } = found.predictions[0]!;
  for (const { offset, value } of terms) expect(description.slice(offset, offset + value.length)).toBe(value);
  const details = await ask(sandbox, 'details', { place_id, fields: 'address_components,formatted_address' });
  expect(details.result.formatted_address).toBe('123 Main St, Springfield, IL 62701, USA');
  const part = (type: string) => details.result.address_components.find(({ types }) => types.includes(type));
  expect(part('street_number')?.long_name).toBe('123');
  expect(part('route')?.long_name).toBe('Main St');
  expect(part('locality')?.long_name).toBe('Springfield');
  expect(part('administrative_area_level_2')?.long_name).toBe('Sangamon County');
  expect(part('administrative_area_level_1')).toMatchObject({ long_name: 'Illinois', short_name: 'IL' });
  expect(part('postal_code')?.long_name).toBe('62701');
});

it.each([
  ['autocomplete', { input: 'zzqx qqzz' }, 'ZERO_RESULTS'],
  ['autocomplete', { input: '1 Main St', components: 'country:fr' }, 'ZERO_RESULTS'],
  ['autocomplete', { input: '' }, 'INVALID_REQUEST'],
  ['autocomplete', { input: 'Reno', sessiontoken: 'x'.repeat(37) }, 'INVALID_REQUEST'],
  ['autocomplete', { input: 'Reno', key: 'wrong' }, 'REQUEST_DENIED'],
  ['details', { place_id: 'ChIJ123' }, 'NOT_FOUND'],
  ['details', {}, 'INVALID_REQUEST'],
])('%s of %j is %s', async (path, params, status) => {
  const sandbox = await startTestSandbox();
  expect((await ask(sandbox, path, params as Record<string, string>)).status).toBe(status);
});

it.each([
  ['1 Bourbon St, New Orleans, LA', 'Orleans Parish'],
  ['1 Main St, Anchorage, AK', 'Anchorage Municipality'],
  ['1 Broad St, Roanoke, VA', 'Roanoke (city)'],
  ['1 Main St, Austin, TX', 'Travis County'],
])('names the county of %j %s', async (input, county) => {
  const sandbox = await startTestSandbox();
  const { predictions } = await ask(sandbox, 'autocomplete', { input });
  const { result } = await ask(sandbox, 'details', { place_id: predictions[0]!.place_id });
  const found = result.address_components.find(({ types }) => types.includes('administrative_area_level_2'));
  expect(found?.long_name).toBe(county);
});

it('knows every ZIP code’s own city', () => {
  for (const [zip, city] of [
    ['62701', 'Springfield'],
    ['00901', 'San Juan'],
    ['96910', 'Hagatna'],
    ['10001', 'New York'],
  ])
    expect(openGazetteer().byZip(zip!)?.name).toBe(city);
});
