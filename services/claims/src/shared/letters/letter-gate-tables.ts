export interface SentenceChoiceTable {
  form_session_id: string;
  /** `sentenceKey` of the sentence. */
  sentence_key: string;
  user_id: string;
  choice: 'keep' | 'cut';
  chosen_at: Date;
}

export interface SentenceLookTable {
  id: string;
  form_session_id: string;
  user_id: string;
  sentence: string;
  sentence_hash: string;
  /** asked: nothing is posted meanwhile. fact: it may be printed. threat: it may not. */
  state: 'asked' | 'withdrawn' | 'fact' | 'threat';
  asked_at: Date;
  decided_at: Date | null;
  /** The operator. */
  decided_by: string | null;
  reason: string | null;
}

declare module '../../platform/tables.ts' {
  interface Tables {
    sentence_choice: SentenceChoiceTable;
    sentence_look: SentenceLookTable;
  }
}
