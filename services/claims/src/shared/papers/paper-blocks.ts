import type { Paper } from '@redress/domain/papers';
import type { Block } from '../../platform/pdf/blocks.ts';

/** The content of a paper as the renderer draws it. */
export function paperBlocks(paper: Pick<Paper, 'blocks'>, signature: Uint8Array | null): Block[] {
  return paper.blocks.map((block): Block => {
    if (block.kind === 'signature') {
      return { kind: 'signature', image: block.usesDrawn ? signature : null, name: block.name, lines: block.lines };
    }
    if (block.kind === 'facts') {
      return { kind: 'facts', rows: block.rows.map(({ label, value, note }) => ({ label, value, note })) };
    }
    return block;
  });
}
