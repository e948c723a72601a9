import type { ServiceId } from '../jobs/core/service.ts';
import { type Offer, type RunOn, serviceOrder } from './offer.ts';
import type { Selection } from './possibilities.ts';

/** What a person may choose for one run in place of the setting; the other settings leave no choice. */
const otherWays: Partial<Readonly<Record<RunOn, RunOn>>> = { auto: 'localOnly', localFirst: 'auto' };

/** Where one run is to be: as the settings say, or the other way around. */
export class RunPlace {
  #selection: Selection;
  #other: Selection | undefined;

  constructor(selection: Selection) {
    this.#selection = selection;
    const offer = offerElsewhere(selection.offer);
    this.#other = offer && { ...selection, offer };
  }

  /** What was picked, and what can be done at the place of now. */
  get selection(): Selection {
    return this.#selection;
  }

  /** Whether there is another place to choose. */
  get hasOther(): boolean {
    return this.#other !== undefined;
  }

  /** The place that is asked first. */
  get preferred(): ServiceId {
    return serviceOrder[this.#selection.offer.runOn][0] ?? 'local';
  }

  /** Chooses the other place, and on the second call the first one again. */
  change(): void {
    if (this.#other !== undefined) [this.#selection, this.#other] = [this.#other, this.#selection];
  }
}

/** What can be done on this computer alone, or at the network where it can; `undefined` where only one place can be had. */
function offerElsewhere(offer: Offer): Offer | undefined {
  const runOn = otherWays[offer.runOn];
  if (runOn === undefined || !offer.catalogs.has('network') || !offer.catalogs.has('local')) return undefined;
  return { ...offer, runOn };
}
