import { forms } from '@redress/copy/forms';
import { useEffect, useRef, useState } from 'react';

/** What the Web Speech API offers of itself here; the DOM types do not have it. */
interface Recognition extends EventTarget {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  maxAlternatives: number;
  start(): void;
  stop(): void;
  abort(): void;
  onresult: ((event: { results: ArrayLike<ArrayLike<{ transcript: string }>> }) => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  onend: (() => void) | null;
}
type RecognitionConstructor = new () => Recognition;

const recognitionConstructor = (): RecognitionConstructor | undefined => {
  const scope = globalThis as {
    SpeechRecognition?: RecognitionConstructor;
    webkitSpeechRecognition?: RecognitionConstructor;
  };
  return scope.SpeechRecognition ?? scope.webkitSpeechRecognition;
};

export interface DictationOptions {
  /** Called with each spoken piece; the caller appends it (`appendSpoken`). */
  onText: (spoken: string) => void;
  /** Which screen's sentence says that the browser cannot do it (specification, section 8). */
  screen: 'description' | 'calculation';
  /** Ends by itself after this long; the calculation screen: 10 s. */
  autoStopMs?: number;
  /** Waits this long before it listens; the calculation screen: 100 ms. */
  startDelayMs?: number;
}

/** Spoken text goes behind what is there, with a space between. */
export const appendSpoken = (text: string, spoken: string): string =>
  text.trim() ? `${text.trimEnd()} ${spoken}` : spoken;

const IGNORED: Record<DictationOptions['screen'], readonly string[]> = {
  description: ['aborted'],
  calculation: ['aborted', 'no-speech'],
};

/** Voice dictation with two states, listening and idle (specification, section 4): en-US, one result, no interim ones. */
export function useDictation({ onText, screen, autoStopMs, startDelayMs = 0 }: DictationOptions) {
  const [isListening, setListening] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const recognition = useRef<Recognition | null>(null);
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  const latest = useRef(onText);
  useEffect(() => {
    latest.current = onText;
  });

  const end = () => {
    timers.current.forEach(clearTimeout);
    timers.current = [];
    recognition.current?.abort();
    recognition.current = null;
    setListening(false);
  };
  useEffect(() => {
    const listening = recognition;
    const waiting = timers;
    return () => {
      waiting.current.forEach(clearTimeout);
      listening.current?.abort();
      listening.current = null;
    };
  }, []);

  const listen = (Constructor: RecognitionConstructor) => {
    try {
      const started = new Constructor();
      started.lang = 'en-US';
      started.continuous = false;
      started.interimResults = false;
      started.maxAlternatives = 1;
      started.onresult = ({ results }) => {
        const spoken = results[0]?.[0]?.transcript.trim();
        if (spoken) latest.current(spoken);
      };
      started.onerror = ({ error: code }) => {
        if (!IGNORED[screen].includes(code)) setError(forms.dictation.error(code));
        end();
      };
      started.onend = end;
      started.start();
      recognition.current = started;
      if (autoStopMs) timers.current.push(setTimeout(() => recognition.current?.stop(), autoStopMs));
    } catch (failure) {
      setError(forms.dictation.setupFailed(failure instanceof Error ? failure.message : String(failure)));
      end();
    }
  };

  const toggle = () => {
    if (isListening) {
      end();
      return;
    }
    setError(null);
    const Constructor = recognitionConstructor();
    if (!Constructor) {
      const { unsupportedDescription, unsupportedCalculation } = forms.dictation;
      setError(screen === 'description' ? unsupportedDescription : unsupportedCalculation);
      return;
    }
    setListening(true);
    if (startDelayMs > 0) timers.current.push(setTimeout(() => listen(Constructor), startDelayMs));
    else listen(Constructor);
  };

  return { isListening, error, toggle };
}
