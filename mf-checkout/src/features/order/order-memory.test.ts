import { isOrderDone, rememberOrderDone } from './order-memory.ts';

afterEach(() => sessionStorage.clear());

it('remembers an order in the words of the build before, and takes those of a newer one for nothing', () => {
  rememberOrderDone('a');
  expect({ ...sessionStorage }).toEqual({ 'redress.personal.order-done.a': '1' });
  sessionStorage.setItem('redress.personal.order-done.b', '2');
  expect([isOrderDone('a'), isOrderDone('b'), isOrderDone('c')]).toEqual([true, false, false]);
});
