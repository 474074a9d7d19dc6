/** Choosing and paying: prices, the countdown of an offer, cards one at a time. */
export { CardSlider } from './card-slider.tsx';
export { Countdown, clockFace } from './countdown.tsx';
export { PriceTag } from './price-tag.tsx';
