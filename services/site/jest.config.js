import { native } from '@redress/jest-config';

export default native;
