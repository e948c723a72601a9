import type { Proofs } from '../proofs.ts';
import { dataProofs } from './data.ts';
import { imageProofs } from './images.ts';
import { sheetProofs } from './sheets.ts';

/** The proofs of every engine. */
export const proofs: readonly Proofs[] = [...dataProofs, ...imageProofs, ...sheetProofs];
