import { checkScreen, screenFile } from './prerender.ts';

it('stops the build on what the policy of the site would block', () => {
  expect(() => checkScreen('mf-x /', '<p style="color:red">x</p>')).toThrow(/style attribute/);
  expect(() => checkScreen('mf-x /', '<button onclick="go()">x</button>')).toThrow(/script/);
  expect(() => checkScreen('mf-x /', '<a href="javascript:void 0">x</a>')).toThrow(/script/);
  expect(() => checkScreen('mf-x /', '<script>1</script>')).toThrow(/script/);
});

it('lets ordinary markup through, words that only look like it too', () => {
  expect(() => checkScreen('mf-x /', '<p class="a">Our style = plain. Press on the button.</p>')).not.toThrow();
});

it('gives each route a file of its own', () => {
  const names = ['/', '/login', '/a/b'].map(screenFile).join();
  expect(names).toBe('prerender/index.html,prerender/login.html,prerender/a-b.html');
});
