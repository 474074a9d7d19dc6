import { publishedPrices } from './published-prices.ts';

const answer = (html: string) =>
  Object.assign(globalThis, { fetch: jest.fn(async () => ({ text: async () => html })) });
const { signal } = new AbortController();

it('reads the prices that the document of the page says, and none out of one that says none', async () => {
  const prices = { packages: [], extra_recipient: '$6.99' };
  answer(
    `<p>$1</p><script type="application/json" id="redress-page">${JSON.stringify({ prices })}</script><script>x</script>`,
  );
  expect(await publishedPrices('/prices', signal)).toEqual(prices);
  expect(fetch).toHaveBeenCalledWith('/prices', { signal });
  answer('<script type="application/json" id="redress-page">{"locale":"en"}</script>');
  expect(await publishedPrices('/prices', signal)).toBeUndefined();
  answer('Please log in to the network');
  expect(await publishedPrices('/prices', signal)).toBeUndefined();
});
