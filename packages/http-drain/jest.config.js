import { node } from '@redress/jest-config';

export default node;
