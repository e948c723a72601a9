import type { ServiceId } from '../jobs/core/service.ts';
import { type Offer, type RunOn, serviceOrder } from './offer.ts';

/** The alternative for a single run; the other values of the setting leave no choice. */
const otherWays: Partial<Readonly<Record<RunOn, RunOn>>> = { auto: 'localOnly', localFirst: 'auto' };

/** The place of one run: as the settings say, or the alternative. */
export class RunPlace {
  #offer: Offer;
  #other: Offer | undefined;

  constructor(offer: Offer) {
    this.#offer = offer;
    this.#other = offerElsewhere(offer);
  }

  /** The offer at the chosen place. */
  get offer(): Offer {
    return this.#offer;
  }

  /** True if there is an alternative. */
  get hasOther(): boolean {
    return this.#other !== undefined;
  }

  /** The preferred service. */
  get preferred(): ServiceId {
    return serviceOrder[this.#offer.runOn][0] ?? 'local';
  }

  /** Switches to the alternative, or back. */
  change(): void {
    if (this.#other !== undefined) [this.#offer, this.#other] = [this.#other, this.#offer];
  }
}

/** The offer of only this computer, or of the network where possible; `undefined` if there is only one place. */
function offerElsewhere(offer: Offer): Offer | undefined {
  const runOn = otherWays[offer.runOn];
  if (runOn === undefined || !offer.catalogs.has('network') || !offer.catalogs.has('local')) return undefined;
  return { ...offer, runOn };
}
