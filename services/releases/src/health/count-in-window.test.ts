import { countInWindow } from './count-in-window.ts';

it('counts each name, and refuses no new one however many others came before', () => {
  const within = countInWindow(1_000, () => new Date(0));
  for (let name = 0; name < 60_000; name += 1) within(`one of an attacker's ${name}`, 1);
  const asked = ['owner', 'owner', "one of an attacker's 59999"];
  expect(asked.map((name) => within(name, 1))).toEqual([true, false, false]);
});
