import type { PackageOffer } from '@redress/contracts';
import { checkout } from '@redress/copy/checkout';
import { EXTRA_RECIPIENT_CENTS, formatCents, formatDollars } from '@redress/domain';
import { Badge, Button, Icon } from '@redress/ui';
import { check } from '@redress/ui/icons';
import { PriceTag } from '@redress/ui/offer';
import { useId } from 'react';
import type { Compared } from './compare-packages.ts';
import styles from './packages.module.css';

/** What it costs with the tax of the place; nothing while the server knows no place. */
function TaxLine({ offer: { total_price: total, tax_rate: rate, tax_state_name: state } }: { offer: PackageOffer }) {
  if (total === undefined || !state) return null;
  return (
    <p className={styles['tax']}>
      {rate === 0 ? checkout.packages.noTax(state) : checkout.packages.withTax(formatDollars(total), state)}
    </p>
  );
}

const Lines = ({ lines, label, look }: { lines: readonly string[]; label: string; look: 'shared' | 'added' }) => (
  <ul className={styles[look]} aria-label={label}>
    {lines.map((line) => (
      <li key={line}>
        <Icon shape={check} size={20} />
        <span>{line}</span>
      </li>
    ))}
  </ul>
);

export interface PlanCardProps {
  offer: PackageOffer;
  lines: Pick<Compared<PackageOffer>, 'before' | 'shared' | 'added'>;
  isSelected: boolean;
  /** The struck-through price is drawn only while the site's offer is on (R18). */
  showOriginal: boolean;
  /** Why it does not fit this claim; then it cannot be chosen. */
  unfit?: string | undefined;
  /** Lines about what its court papers answer in the place of the claim. */
  papers?: string | undefined;
  onChoose: () => void;
  /** Recipients of a package that can be sent to more people (R37), and a way to add one. */
  recipients?: { count: number; onAdd: () => void } | undefined;
}

export function PlanCard({
  offer,
  lines,
  isSelected,
  showOriginal,
  unfit,
  papers,
  onChoose,
  recipients,
}: PlanCardProps) {
  const title = useId();
  const reason = useId();
  const before = showOriginal && offer.originalPrice !== null ? formatDollars(offer.originalPrice) : undefined;
  return (
    <article className={styles['plan']} aria-labelledby={title} data-selected={isSelected ? '' : undefined}>
      <h2 id={title}>{offer.title}</h2>
      {/* On the edge of the card: it moves nothing inside, so that prices of all cards stand on one line. */}
      {offer.popular && (
        <div className={styles['ribbon']}>
          <Badge tone="success">{checkout.packages.popular}</Badge>
        </div>
      )}
      <p className={styles['planText']}>{offer.desc}</p>
      <div className={styles['price']}>
        <PriceTag
          price={formatDollars(offer.price)}
          originalPrice={before}
          originalText={before && checkout.packages.before(before)}
          frequency={offer.frequency}
        />
        <TaxLine offer={offer} />
      </div>
      <div className={styles['choose']}>
        <Button
          wide
          disabled={unfit !== undefined}
          variant={isSelected ? 'primary' : 'secondary'}
          aria-pressed={isSelected}
          aria-describedby={unfit ? `${title} ${reason}` : title}
          onClick={onChoose}
        >
          {isSelected && <Icon shape={check} size={20} />}
          {isSelected ? checkout.packages.selected : checkout.packages.choose}
        </Button>
        {unfit && <p id={reason}>{unfit}</p>}
        {papers && <p className={styles['tax']}>{papers}</p>}
      </div>
      {lines.before && lines.shared.length > 0 && (
        <Lines lines={lines.shared} label={checkout.packages.alsoIn(lines.before)} look="shared" />
      )}
      {lines.added.length > 0 && (
        <Lines
          lines={lines.added}
          label={lines.before ? checkout.packages.added(offer.title) : checkout.packages.included}
          look="added"
        />
      )}
      {recipients && (
        <div className={styles['planExtra']}>
          {recipients.count > 0 && <p>{checkout.recipients.chosen(recipients.count)}</p>}
          <Button variant="quiet" size="small" aria-describedby={title} onClick={recipients.onAdd}>
            {checkout.recipients.onCard(formatCents(EXTRA_RECIPIENT_CENTS))}
          </Button>
        </div>
      )}
    </article>
  );
}
