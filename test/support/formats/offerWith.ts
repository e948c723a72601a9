import type { Offer } from '../../../src/planning/offer.ts';

/** An empty offer, with these properties replaced. */
export function offerWith(changes: Partial<Offer> = {}): Offer {
  return {
    runOn: 'auto',
    networkReady: false,
    catalogs: new Map(),
    unavailable: new Map(),
    networkCharges: true,
    programName: (program) => (program === 'ffmpeg' ? 'FFmpeg' : undefined),
    ...changes,
  };
}
