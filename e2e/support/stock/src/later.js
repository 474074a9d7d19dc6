import './later.css';

export const later = 'From a lazy chunk';
