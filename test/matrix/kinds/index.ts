import type { Proofs } from '../proofs.ts';
import { imageProofs } from './images.ts';

/** The proofs of every engine. */
export const proofs: readonly Proofs[] = [...imageProofs];
