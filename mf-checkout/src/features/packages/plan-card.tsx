import type { PackageOffer } from '@redress/contracts';
import { checkout } from '@redress/copy/checkout';
import { Badge, Button, Icon } from '@redress/ui';
import { check } from '@redress/ui/icons';
import { PriceTag } from '@redress/ui/offer';
import { useId } from 'react';
import styles from '../../shared/checkout.module.css';
import { dollars } from '../../shared/order-summary.tsx';

export interface PlanCardProps {
  offer: PackageOffer;
  isSelected: boolean;
  /** The struck-through price is drawn only while the site's offer is on (R18). */
  showOriginal: boolean;
  /** Why it does not fit this claim; then it cannot be chosen. */
  unfit?: string | undefined;
  onChoose: () => void;
}

export function PlanCard({ offer, isSelected, showOriginal, unfit, onChoose }: PlanCardProps) {
  const title = useId();
  const reason = useId();
  const before = showOriginal && offer.originalPrice !== null ? dollars(offer.originalPrice) : undefined;
  return (
    <article
      className={styles['plan']}
      aria-labelledby={title}
      data-popular={offer.popular ? '' : undefined}
      data-selected={isSelected ? '' : undefined}
    >
      <div className={styles['planHead']}>
        <h2 id={title}>{offer.title}</h2>
        {offer.popular && <Badge tone="success">{checkout.packages.popular}</Badge>}
      </div>
      <p>{offer.desc}</p>
      <PriceTag
        price={dollars(offer.price)}
        originalPrice={before}
        originalText={before && checkout.packages.before(before)}
        frequency={offer.frequency}
      />
      <ul className={styles['features']} aria-label={checkout.packages.included}>
        {offer.features.map((feature) => (
          <li key={feature}>
            <Icon shape={check} size={20} />
            <span>{feature}</span>
          </li>
        ))}
      </ul>
      {unfit && <p id={reason}>{unfit}</p>}
      <Button
        wide
        disabled={unfit !== undefined}
        variant={isSelected || offer.popular ? 'primary' : 'secondary'}
        aria-pressed={isSelected}
        aria-describedby={unfit ? `${title} ${reason}` : title}
        onClick={onChoose}
      >
        {isSelected ? checkout.packages.selected : checkout.packages.choose}
      </Button>
    </article>
  );
}
