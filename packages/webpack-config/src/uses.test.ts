import { likelyNext, usesOf } from './uses.ts';

it('finds the slots that a script draws and the pages it names, minified or not', () => {
  const scripts = [
    'jsx(Slot,{name:"wizard.payment",onDone:d})',
    "createElement(Slot, { name: 'wizard.package' })",
    'go("/dashboard");fetch("/api/check.php");a=b/c/d;load("/assets/x/y");const home=`/`',
  ];
  expect(usesOf(scripts)).toEqual({ slots: ['wizard.package', 'wizard.payment'], links: ['/', '/dashboard'] });
});

it('takes slots, then pages, as what is needed next, and no more than a visit may fetch', () => {
  const links = ['/a', '/b', '/c', '/d', '/e', '/f', '/g'];
  expect(likelyNext({ slots: ['wizard.payment'], links })).toEqual(['wizard.payment', ...links.slice(0, 5)]);
});
