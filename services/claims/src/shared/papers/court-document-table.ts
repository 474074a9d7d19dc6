import type { Generated } from 'kysely';

export interface CourtDocumentTable {
  id: string;
  order_id: string;
  form_session_id: string;
  user_id: string;
  kind: string;
  position: number;
  title: string;
  file_name: string;
  blob_key: string;
  pages: number;
  content_hash: string;
  /** Counts how often its content has changed; 1 for the first. */
  version: number;
  /** When this version was drawn. */
  made_at: Date;
  created_at: Date;
  /** When a later version took its place; null: this is the newest. */
  replaced_at: Generated<Date | null>;
}

declare module '../../platform/tables.ts' {
  interface Tables {
    court_document: CourtDocumentTable;
  }
}
