import { AppError } from '@redress/contracts';
import type { PageImage } from './drawn-files.ts';

/**
 * A page as the wire carries it.
 * @throws {AppError} NOT_FOUND for a page the file does not have
 */
export function pictureOf(page: PageImage | null): { pages: number; image: string; text: string } {
  if (!page) throw new AppError('NOT_FOUND');
  const { pages, png, text } = page;
  return { pages, image: Buffer.from(png).toString('base64'), text };
}
