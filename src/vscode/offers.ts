import { isCodedError } from '../contract/errors.ts';
import type { Catalogue } from '../formats/catalogue.ts';
import type { CatalogueCache } from '../formats/catalogueCache.ts';
import { serviceOrder } from '../formats/chooseService.ts';
import type { Offer } from '../formats/offer.ts';
import type { Problem } from '../jobs/core/job.ts';
import type { ServiceId } from '../jobs/core/service.ts';
import type { Connections } from './connections.ts';
import { currentSettings } from './settings.ts';

export interface CurrentOffer extends Offer {
  /** Services that are wanted and ready but could not say what they offer, with the reason. */
  readonly unavailable: ReadonlyMap<ServiceId, unknown>;
}

/** Why one of the services that may do the work could not be asked, so that what it supports is not known. */
export function unavailability({ runOn, unavailable }: CurrentOffer): Problem | undefined {
  const error = serviceOrder[runOn].map((service) => unavailable.get(service)).find(isCodedError);
  return error && { code: error.code, detail: error.message };
}

/** What can be done now, from the settings, the stored key and the catalogues of the services that they allow. */
export class Offers {
  readonly #catalogues: CatalogueCache;
  readonly #connections: Connections;

  constructor(catalogues: CatalogueCache, connections: Connections) {
    this.#catalogues = catalogues;
    this.#connections = connections;
  }

  async current(): Promise<CurrentOffer> {
    const runOn = currentSettings.runOn();
    const networkReady = (await this.#connections.networkKey()) !== undefined;
    const wanted = serviceOrder[runOn].filter((service) => service === 'local' || networkReady);
    const catalogues = new Map<ServiceId, Catalogue>();
    const unavailable = new Map<ServiceId, unknown>();
    await Promise.all(
      wanted.map(async (service) => {
        try {
          catalogues.set(service, await this.#catalogues.get(service));
        } catch (error) {
          unavailable.set(service, error);
        }
      }),
    );
    return { runOn, networkReady, catalogues, unavailable };
  }
}
