import { letterDayIn } from '@redress/domain/letter';
import type { Trx } from '../../platform/database.ts';
import { caseFollowed, earlierOf, isOver, saysTheSame } from '../../shared/cases/further-letter.ts';
import { daysOf, partsOf } from '../../shared/letters/letter-days.ts';
import { rulingsOf } from '../../shared/letters/letter-gate.ts';
import type { Services } from '../../shared/feature-services.ts';
import type { LoadedLetter } from '../../shared/letters/letter.repository.ts';
import { freezeAnswers } from '../../shared/letters/snapshot.ts';
import { composeVersion } from './composing.ts';
import { writeAnew } from './redate.ts';

/**
 * Writes a second letter anew where what became of the first, or what was paid, is something else by now. Caller has
 * locked the letter.
 * @returns the new version, not approved; null when nothing has changed, or nothing is asked for any more
 */
export async function renewIfMoved(trx: Trx, services: Services, loaded: LoadedLetter): Promise<LoadedLetter | null> {
  const { letter, version, snapshot } = loaded;
  const known = snapshot.earlier && (await caseFollowed(trx, loaded));
  const earlier = known && !isOver(known) ? earlierOf(known) : null;
  if (!earlier || !snapshot.earlier || saysTheSame(earlier, snapshot.earlier)) return null;
  const frozen = await freezeAnswers(trx, services, {
    formSessionId: letter.form_session_id,
    formData: snapshot.answers,
    recipients: [],
    earlier,
  });
  const { parts, days } = await composeVersion(frozen, {
    at: services.now(),
    day: letterDayIn(partsOf(version), daysOf(version)),
    rulings: await rulingsOf(trx, loaded),
    drafting: null,
    threads: services.threads,
  });
  const to = { origin: 'updated' as const, parts, days, kind: 'letter.renewed', details: {} };
  return writeAnew(trx, services, { ...loaded, snapshot: frozen }, to);
}
