import { dispatch, type Dispatching } from './dispatch.ts';

it('refuses what is nested so deep that looking at it would end the stack', async () => {
  let deep: object = {};
  for (let level = 0; level < 20_000; level += 1) deep = { deep };
  const dispatching = { operations: {}, noteRefusal: () => Promise.resolve() } as unknown as Dispatching;
  const manager = () => Promise.resolve({ name: 'manager', role: 'release-manager' as const, team: null });
  await expect(dispatch(dispatching, 'switchOff', deep, manager)).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
});
