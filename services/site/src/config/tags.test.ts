import { DEFAULT_SITE_CONFIG } from './site-config.ts';
import { readTagMarkup } from './tag-markup.ts';
import { readTags } from './tags.ts';

const withTags = (advertisement: Partial<typeof DEFAULT_SITE_CONFIG.advertisement>) =>
  readTags({ advertisement: { ...DEFAULT_SITE_CONFIG.advertisement, ...advertisement } });

it('is nothing at all where no tag is set', () => {
  expect(withTags({ custom_head_code: '  ' })).toBeNull();
});

it.each([
  ['google_analytics_code', '<script>alert(1)</script>'],
  ['google_analytics_code', 'G-1&cb=evil'],
  ['meta_pixel_code', '123456789"'],
  ['livechat_code', 'https://evil.example/chat.js'],
])('takes an id and nothing else as %s: %s', (setting, code) => {
  expect(() => withTags({ [setting]: code })).toThrow(`advertisement.${setting} is an id like`);
});

it('names the hosts of the tags that are set and of no other', () => {
  const google = withTags({ google_analytics_code: 'G-ABC123' });
  expect(google?.tags).toMatchObject({ googleAnalytics: 'G-ABC123', metaPixel: null, liveChat: null });
  expect(google?.tags.scriptHosts).toEqual(['https://www.googletagmanager.com']);
  expect(JSON.stringify(google?.sources)).not.toMatch(/facebook|livechat/);
});

it('asks again when the tags become others', () => {
  expect(withTags({ meta_pixel_code: '123456' })?.version).not.toBe(withTags({ meta_pixel_code: '123457' })?.version);
});

it('takes custom code apart, and names by hash and host what may run of it', () => {
  const tags = withTags({
    custom_head_code:
      '<!-- ads --><script async src="https://ads.example/a.js?x=1&amp;y=2"></script>\n<script>window.a = "<b>";</script>',
    custom_body_code:
      '<noscript><img src=\'https://ads.example/p.gif\'></noscript><div id="ads"></div><style>#ads{color:red}</style>',
  });
  expect(tags?.tags.head).toEqual([
    { name: 'script', attributes: { async: '', src: 'https://ads.example/a.js?x=1&y=2' }, text: '' },
    { name: 'script', attributes: {}, text: 'window.a = "<b>";' },
  ]);
  expect(tags?.tags.body.map(({ name }) => name)).toEqual(['div', 'style']);
  expect(tags?.tags.scriptHosts).toEqual(['https://ads.example']);
  expect(tags?.sources.scriptHashes).toHaveLength(1);
  expect(tags?.sources.styleHashes).toHaveLength(1);
});

it.each([
  ['<iframe src="https://ads.example"></iframe>', 'is none of'],
  ['Hello', 'is none of'],
  ['<script src="http://ads.example/a.js"></script>', 'is not an https address'],
  ['<script src="javascript:alert(1)"></script>', 'is not an https address'],
  ['<img src="https://ads.example/p.gif" onerror="x()">', 'the page does not run it'],
  ['<div style="color:red"></div>', 'the page does not run it'],
  ['<meta http-equiv="refresh" content="0">', 'the page does not run it'],
  ['<link rel="modulepreload" href="https://ads.example/a.js">', 'is none of'],
  ['<script>never closed', 'is not well-formed'],
])('refuses what could not run: %s', (markup, reason) => {
  expect(() => readTagMarkup(markup)).toThrow(reason);
});
