import type { PackageOffer } from '@redress/contracts';
import { checkout } from '@redress/copy/checkout';
import { formatCents, formatDollars, hasCourtPapers } from '@redress/domain';
import type { CourtDoor } from '@redress/domain/jurisdictions';
import { Disclosure, Facts } from '@redress/ui';
import shared from '../../shared/checkout.module.css';

const listed = new Intl.ListFormat('en', { type: 'conjunction' });

/**
 * The sum beside what the court and its papers cost, with the source of the fee. Nothing is advised.
 * Closed it is as high while the law is on its way: nothing below it moves.
 */
export function IsItWorthIt({ door, packages }: { door: CourtDoor | null; packages: readonly PackageOffer[] }) {
  return (
    <Disclosure summary={checkout.packages.worth.title}>{door && <Worth door={door} packages={packages} />}</Disclosure>
  );
}

function Worth({ door, packages }: { door: CourtDoor; packages: readonly PackageOffer[] }) {
  const { worth, answers: names } = checkout.packages;
  const { fee, state, askedCents, answers } = door;
  return (
    <>
      <Facts
        items={[
          { name: worth.asked, value: formatCents(askedCents) },
          {
            name: worth.fee(state),
            value: fee ? (
              <>
                {fee.says} {fee.note}{' '}
                <a href={fee.citation.url} target="_blank" rel="noreferrer">
                  {fee.citation.title}
                </a>
              </>
            ) : (
              worth.askFee
            ),
          },
          {
            name: worth.answered,
            value: answers.length > 0 ? worth.answers(listed.format(answers.map((rule) => names[rule]))) : worth.askAll,
          },
          ...packages
            .filter(({ id }) => hasCourtPapers(id))
            .map(({ title, price }) => ({ name: worth.papers(title), value: formatDollars(price) })),
        ]}
      />
      <p className={shared['soft']}>{worth.text}</p>
    </>
  );
}
