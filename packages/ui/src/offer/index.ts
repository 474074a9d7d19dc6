/** Choosing and paying: prices, the countdown of an offer, cards one at a time. */
export { CardSlider, type CardSliderProps } from './card-slider.tsx';
export { Countdown, clockFace, type CountdownProps } from './countdown.tsx';
export { PriceTag, type PriceTagProps } from './price-tag.tsx';
