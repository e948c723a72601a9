import type { ServiceId } from '../jobs/core/service.ts';
import type { Catalog } from './catalog.ts';
import type { CatalogCache } from './catalogCache.ts';
import { type Offer, type RunOn, servicesFor } from './offer.ts';

export interface OffersOptions {
  readonly catalogs: CatalogCache;
  /** What the settings say by now. */
  readonly runOn: () => RunOn;
  /** Whether the network has an address and a key. */
  readonly networkReady: () => Promise<boolean>;
  readonly networkCharges: () => boolean;
  readonly programName: Offer['programName'];
}

/** What can be done now, from the settings, the stored key and the catalogs of the services that they allow. */
export class Offers {
  readonly #options: OffersOptions;

  constructor(options: OffersOptions) {
    this.#options = options;
  }

  /** What this computer can do without the network, where the settings let it do anything. */
  async here(): Promise<Offer> {
    return this.#ask(this.#options.runOn(), false);
  }

  /** Asks each service that may do the work; one that fails is `unavailable`, and the others still count. */
  async current(): Promise<Offer> {
    return this.#ask(this.#options.runOn(), await this.#options.networkReady());
  }

  async #ask(runOn: RunOn, networkReady: boolean): Promise<Offer> {
    const catalogs = new Map<ServiceId, Catalog>();
    const unavailable = new Map<ServiceId, unknown>();
    await Promise.all(
      servicesFor({ runOn, networkReady }).map(async (service) => {
        try {
          catalogs.set(service, await this.#options.catalogs.get(service));
        } catch (error) {
          unavailable.set(service, error);
        }
      }),
    );
    const { networkCharges, programName } = this.#options;
    return {
      runOn,
      networkReady,
      catalogs,
      unavailable,
      networkCharges: networkCharges(),
      programName,
    };
  }
}
