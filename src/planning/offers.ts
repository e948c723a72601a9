import type { ServiceId } from '../jobs/core/service.ts';
import type { Catalog } from './catalog.ts';
import type { CatalogCache } from './catalogCache.ts';
import { type Offer, type RunOn, servicesFor } from './offer.ts';

interface OffersOptions {
  readonly catalogs: CatalogCache;
  /** The current value of the setting `runOn`. */
  readonly runOn: () => RunOn;
  /** True if the network has an address and a key. */
  readonly networkReady: () => Promise<boolean>;
  readonly networkCharges: () => boolean;
  readonly programName: Offer['programName'];
}

/** Determines the current offer from the settings, the stored key, and the catalogs of the permitted services. */
export class Offers {
  readonly #options: OffersOptions;

  constructor(options: OffersOptions) {
    this.#options = options;
  }

  /** The offer without the network. Empty if the settings don't permit this computer. */
  async here(): Promise<Offer> {
    return this.#ask(this.#options.runOn(), false);
  }

  /**
   * Asks each permitted service. A service that fails is listed as `unavailable`, and the other one is still offered.
   */
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
