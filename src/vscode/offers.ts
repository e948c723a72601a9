import type { Catalogue } from '../formats/catalogue.ts';
import type { CatalogueCache } from '../formats/catalogueCache.ts';
import { serviceOrder } from '../formats/chooseService.ts';
import type { Offer } from '../formats/offer.ts';
import type { ServiceId } from '../jobs/service.ts';
import type { Connections } from './connections.ts';
import { currentSettings } from './settings.ts';

export interface CurrentOffer extends Offer {
  /** Services that are wanted and ready but could not say what they offer, with the reason. */
  readonly unavailable: ReadonlyMap<ServiceId, unknown>;
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
