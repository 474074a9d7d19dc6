import type { PlaceResult } from '@redress/contracts';
import { useEffect, useRef, useState } from 'react';

export interface PlaceSuggestion {
  description: string;
  place_id: string;
}

interface PlacesFound {
  suggestions: readonly PlaceSuggestion[];
  attribution?: string;
}

/** Where suggestions come from: the caller's API; failing means none (specification, section 8). */
export interface PlaceSource {
  search: (input: string, sessionToken: string) => Promise<PlacesFound>;
  details: (placeId: string, sessionToken: string) => Promise<PlaceResult | null>;
}

const MIN_CHARACTERS = 3;
const DELAY_MS = 300;
const SAME_QUERY_MS = 5_000;

/**
 * Suggestions for what is being typed: from 3 characters, after 300 ms of quiet, the same question answered from memory
 * for 5 s, a late answer to an old question dropped. One session token from the first letter to the picked place, then a
 * new one: each is billed once.
 */
export function usePlaceSearch(source: PlaceSource) {
  const [suggestions, setSuggestions] = useState<readonly PlaceSuggestion[]>([]);
  const [attribution, setAttribution] = useState<string | undefined>();
  const [hasSearched, setSearched] = useState(false);
  const token = useRef<string>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const question = useRef(0);
  const memory = useRef(new Map<string, PlacesFound & { at: number }>());

  useEffect(() => () => clearTimeout(timer.current), []);

  const close = () => {
    clearTimeout(timer.current);
    question.current += 1;
    setSuggestions([]);
    setSearched(false);
  };

  const ask = async (text: string) => {
    const mine = ++question.current;
    const known = memory.current.get(text);
    const isKnown = known !== undefined && Date.now() - known.at < SAME_QUERY_MS;
    const answer: PlacesFound = isKnown
      ? known
      : await source.search(text, (token.current ??= crypto.randomUUID())).catch(() => ({ suggestions: [] }));
    memory.current.set(text, { ...answer, at: Date.now() });
    if (mine !== question.current) return;
    setSuggestions(answer.suggestions);
    setAttribution(answer.attribution);
    setSearched(true);
  };

  const search = (typed: string) => {
    clearTimeout(timer.current);
    const text = typed.trim();
    if (text.length < MIN_CHARACTERS) close();
    else timer.current = setTimeout(() => void ask(text), DELAY_MS);
  };

  const pick = async (suggestion: PlaceSuggestion): Promise<PlaceResult | null> => {
    const used = token.current ?? crypto.randomUUID();
    token.current = undefined;
    close();
    return source.details(suggestion.place_id, used).catch(() => null);
  };

  return { suggestions, attribution, hasSearched, search, pick, close };
}
