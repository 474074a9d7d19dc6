import { AppError, places as placesCall, type AnswerOf } from '@redress/contracts';
import { LRUCache } from 'lru-cache';
import type { Feature } from '../../platform/feature.ts';
import { route, type Call } from '../../platform/http/route.ts';
import type { Limit } from '../../platform/rate-limits.ts';
import type { Services } from '../../shared/feature-services.ts';

type Answer = AnswerOf<typeof placesCall>;

/** An address takes ten to twenty questions; each may be billed. */
const BY_BROWSER: Limit = { name: 'places.browser', max: 150, seconds: 600 };
const FROM_NETWORK: Limit = { name: 'places.network', max: 1_500, seconds: 600, isOfNetwork: true };
/** Specification, section 5. */
const CACHE_MS = 5_000;
const ANSWERS_KEPT = 500;
const MIN_CHARACTERS = 3;

interface Question {
  type: 'autocomplete' | 'details';
  input?: string | undefined;
  place_id?: string | undefined;
  sessiontoken: string;
}

/**
 * The place proxy: adds the key, asks one fixed host, keeps an answer for 5 s, and holds a browser to a quota. `types`,
 * `components` and `language` of the wire are accepted and fixed by us: a caller cannot widen what we pay for. No typed
 * text is logged or stored.
 */
export function createPlacesFeature({ config, limits, now, text, places: client }: Services): Feature {
  const { places } = config.providers;
  const cache = new LRUCache<string, Promise<Answer>>({
    max: ANSWERS_KEPT,
    // An entry is good for this time and the millisecond after it.
    ttl: CACHE_MS - 1,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
  });
  const attribution = places?.attribution ? { attribution: places.attribution } : {};

  async function ask({ type, input = '', place_id, sessiontoken }: Question): Promise<Answer> {
    if (!client) throw new AppError('PROVIDER_DOWN', { details: { provider: 'places', reason: 'not configured' } });
    if (type === 'autocomplete') {
      const found = await client.suggest(input, sessiontoken);
      return { message: text(found.length ? 'places.found' : 'places.none'), _predictions: found, ...attribution };
    }
    const { place: result, address } = await client.details(place_id ?? '', sessiontoken);
    return { message: text('places.details'), result, processed_address: address, ...attribution };
  }

  async function serve(call: Call, question: Question): Promise<Answer> {
    const { type } = question;
    const input = question.input?.trim().replace(/\s+/g, ' ') ?? '';
    if (type === 'autocomplete' && [...input].length < MIN_CHARACTERS) {
      return { message: text('places.none'), _predictions: [] };
    }
    if (type === 'details' && !question.place_id) {
      throw new AppError('VALIDATION_FAILED', { fields: { place_id: 'validation.field.required' } });
    }
    const key = `${type} ${type === 'details' ? question.place_id : input.toLowerCase()}`;
    const answerOnce = async () => {
      await limits.take(BY_BROWSER, call.ensureVisitor());
      await limits.take(FROM_NETWORK, call.ip);
      return ask({ ...question, input });
    };
    // Several that ask at once share one question; a failure is not kept.
    const known = cache.get(key);
    if (known) return known;
    const answer = answerOnce();
    cache.set(key, answer);
    answer.catch(() => cache.peek(key) === answer && cache.delete(key));
    return answer;
  }

  return { name: 'places', routes: [route(placesCall, (call) => serve(call, call.body))] };
}
