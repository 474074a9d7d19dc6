import { catalogue } from '../catalogue.ts';
import { en } from './en.ts';
import { tr } from './tr.ts';

export const letters = catalogue(en, { tr });
