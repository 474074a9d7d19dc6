import type { Text } from './lines.ts';

/** What papers and receipts are made of. Content comes in as text; how it looks is decided here, once. */
export type Block =
  | { kind: 'title'; text: string; lead?: string }
  /** `tag`: where no title stands above, so that no level is left out. */
  | { kind: 'heading'; level: 1 | 2; text: string; tag?: 'H1' }
  | { kind: 'paragraph'; text: Text; look?: 'normal' | 'small' | 'strong' }
  | { kind: 'list'; items: readonly Text[]; mark: 'bullet' | 'number' | 'box'; start?: number }
  | { kind: 'facts'; rows: readonly { label: string; value: Text; note?: string }[] }
  | { kind: 'table'; columns: readonly Column[]; rows: readonly (readonly string[])[]; strongRows?: readonly number[] }
  | { kind: 'note'; text: Text; label?: string }
  | { kind: 'signature'; image: Uint8Array | null; name: string; lines?: readonly string[] }
  | { kind: 'blanks'; labels: readonly string[] }
  | { kind: 'gap'; points: number }
  /** `isSoft`: none where the page has just begun. */
  | { kind: 'page'; isSoft?: boolean };

export interface Column {
  header: string;
  align?: 'left' | 'right';
  /** Share of the width; columns without one share what is left. */
  share?: number;
}
