import { DOCUMENT_BLOCKS, type PageData } from '@redress/contracts/releases';

const BLOCK = new RegExp(`id="${DOCUMENT_BLOCKS.page}">(.*?)</script>`, 's');

/**
 * What the document of a page says of prices now. The page that a link leads to asks its own document, so that the two
 * never say different prices.
 */
export async function publishedPrices(path: string, signal: AbortSignal): Promise<PageData['prices']> {
  const answer = await fetch(path, { signal });
  const [, block = '{}'] = BLOCK.exec(await answer.text()) ?? [];
  return (JSON.parse(block) as Partial<PageData>).prices;
}
