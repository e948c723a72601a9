import type { ServiceId } from '../jobs/core/service.ts';
import { type Offer, type RunOn, serviceOrder } from './offer.ts';

/** What a person may choose for one run in place of the setting; the other settings leave no choice. */
const otherWays: Partial<Readonly<Record<RunOn, RunOn>>> = { auto: 'localOnly', localFirst: 'auto' };

/** Where one run is to be: as the settings say, or the other way around. */
export class RunPlace {
  #offer: Offer;
  #other: Offer | undefined;

  constructor(offer: Offer) {
    this.#offer = offer;
    this.#other = offerElsewhere(offer);
  }

  /** What can be done at the place of now. */
  get offer(): Offer {
    return this.#offer;
  }

  /** Whether there is another place to choose. */
  get hasOther(): boolean {
    return this.#other !== undefined;
  }

  /** The place that is asked first. */
  get preferred(): ServiceId {
    return serviceOrder[this.#offer.runOn][0] ?? 'local';
  }

  /** Chooses the other place, and on the second call the first one again. */
  change(): void {
    if (this.#other !== undefined) [this.#offer, this.#other] = [this.#other, this.#offer];
  }
}

/** What can be done on this computer alone, or at the network where it can; `undefined` where only one place can be had. */
function offerElsewhere(offer: Offer): Offer | undefined {
  const runOn = otherWays[offer.runOn];
  if (runOn === undefined || !offer.catalogs.has('network') || !offer.catalogs.has('local')) return undefined;
  return { ...offer, runOn };
}
