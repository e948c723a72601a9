import { isCodedError } from '../contract/errors.ts';
import type { Catalog } from '../formats/catalog.ts';
import type { CatalogCache } from '../formats/catalogCache.ts';
import { serviceOrder } from '../formats/chooseService.ts';
import type { Offer } from '../formats/offer.ts';
import type { Problem } from '../jobs/job.ts';
import type { ServiceId } from '../jobs/service.ts';
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

/** What can be done now, from the settings, the stored key and the catalogs of the services that they allow. */
export class Offers {
  readonly #catalogs: CatalogCache;
  readonly #connections: Connections;

  constructor(catalogs: CatalogCache, connections: Connections) {
    this.#catalogs = catalogs;
    this.#connections = connections;
  }

  async current(): Promise<CurrentOffer> {
    const runOn = currentSettings.runOn();
    const networkReady = (await this.#connections.networkKey()) !== undefined;
    const wanted = serviceOrder[runOn].filter((service) => service === 'local' || networkReady);
    const catalogs = new Map<ServiceId, Catalog>();
    const unavailable = new Map<ServiceId, unknown>();
    await Promise.all(
      wanted.map(async (service) => {
        try {
          catalogs.set(service, await this.#catalogs.get(service));
        } catch (error) {
          unavailable.set(service, error);
        }
      }),
    );
    return { runOn, networkReady, catalogs, unavailable };
  }
}
