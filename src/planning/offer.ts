import type { ConversionPair } from '../contract/conversions.ts';
import { isCodedError, type PlanProblemCode } from '../contract/errors.ts';
import { resizable } from '../contract/formats/table.ts';
import type { Loss, Traits } from '../contract/losses.ts';
import type { DocumentedToolId } from '../contract/tools.ts';
import type { Problem } from '../jobs/core/job.ts';
import type { ServiceId } from '../jobs/core/service.ts';
import { type Catalog, type CatalogCache, pairsFrom, supportsCompression } from './catalog.ts';

/** Places where files may be processed: the values of the setting `runOn`. */
export const runOnValues = ['auto', 'localFirst', 'localOnly', 'networkOnly'] as const;

export type RunOn = (typeof runOnValues)[number];

/** The services that each value of the setting allows, the preferred one first. */
export const serviceOrder: Readonly<Record<RunOn, readonly ServiceId[]>> = {
  auto: ['network', 'local'],
  localFirst: ['local', 'network'],
  localOnly: ['local'],
  networkOnly: ['network'],
};

/** Settings that determine which services may do a job. */
interface ServiceRules {
  readonly runOn: RunOn;
  /** True if the network has an address and a key. */
  readonly networkReady: boolean;
}

/** The conversions that both services currently offer: their catalogs, and the rules for choosing between them. */
export interface Offer extends ServiceRules {
  readonly catalogs: ReadonlyMap<ServiceId, Catalog>;
  /** Permitted services whose catalogs couldn't be read, each with the error. */
  readonly unavailable: ReadonlyMap<ServiceId, unknown>;
  /** True if network jobs cost credits, as far as known. */
  readonly networkCharges: boolean;
  /** The display name of a program in a catalog; `undefined` if it is unknown. */
  readonly programName: (program: string) => string | undefined;
}

/** A format that every selected file can be converted to. */
interface OfferedTarget {
  readonly format: string;
  /** One route for each source format. */
  readonly routes: readonly Route[];
}

/** The service and the pair that convert one format to another. */
export interface Route {
  readonly from: string;
  readonly service: ServiceId;
  readonly pair: ConversionPair;
}

/** The targets that become available if a missing program is installed. */
export interface Installable {
  /** The service's name for the program. */
  readonly program: string;
  /** The targets that the program would add for all of the files. */
  readonly targets: readonly string[];
}

/** The offer for files that must not leave this computer. */
export function withoutNetwork(offer: Offer): Offer {
  return { ...offer, networkReady: false };
}

/** Adds conversions of pictures to their own formats, for resizing. No service lists them. */
export function withResizing(offer: Offer): Offer {
  const local = offer.catalogs.get('local');
  if (local === undefined) return offer;
  const redrawn = Object.entries(resizable).map(([format, losses]) => ({ from: format, to: format, losses }));
  const catalog: Catalog = { ...local, conversions: [...local.conversions, ...redrawn] };
  return { ...offer, catalogs: new Map(offer.catalogs).set('local', catalog) };
}

/** The services that the settings permit, the preferred one first. */
export function servicesFor({ runOn, networkReady }: ServiceRules): ServiceId[] {
  return serviceOrder[runOn].filter((service) => service === 'local' || networkReady);
}

/** The service for a job; `undefined` if no permitted service can do it. A job never changes its service later. */
export function chooseService(
  rules: ServiceRules,
  supports: (service: ServiceId) => boolean,
): ServiceId | undefined {
  return servicesFor(rules).find((service) => supports(service));
}

/** The formats that all of the source formats can be converted to, in the order of the catalog. */
export function targetsFor(offer: Offer, sourceFormats: readonly string[]): OfferedTarget[] {
  const distinct = [...new Set(sourceFormats)];
  const candidates = new Set(
    [...offer.catalogs.values()].flatMap((catalog) => [...pairsFrom(catalog, distinct[0] ?? '').keys()]),
  );
  return [...candidates].flatMap((format) => {
    const routes = distinct.flatMap((from) => routeOf(offer, from, format) ?? []);
    return routes.length === distinct.length && routes.length > 0 ? [{ format, routes }] : [];
  });
}

/** The route from one format to another; `undefined` if no permitted service supports it. */
export function routeOf(offer: Offer, from: string, to: string): Route | undefined {
  const service = chooseService(offer, (id) => pairAt(offer, id, from, to) !== undefined);
  const pair = service && pairAt(offer, service, from, to);
  return service && pair && { from, service, pair };
}

/** The same conversion at the other permitted service; `undefined` if that doesn't support it. */
export function alternativeTo(offer: Offer, { from, service, pair: { to } }: Route): Route | undefined {
  const other = servicesFor(offer).find((id) => id !== service);
  const pair = other && pairAt(offer, other, from, to);
  return other && pair && { from, service: other, pair };
}

/** The conversion of a format to another at a service; `undefined` if it doesn't support that. */
export function pairAt(
  { catalogs }: Offer,
  service: ServiceId,
  from: string,
  to: string,
): ConversionPair | undefined {
  const catalog = catalogs.get(service);
  return catalog && pairsFrom(catalog, from).get(to);
}

/** The service that compresses a format; `undefined` if no permitted service does. */
export function compressorOf(offer: Offer, format: string): ServiceId | undefined {
  return chooseService(offer, (id) => {
    const catalog = offer.catalogs.get(id);
    return catalog !== undefined && supportsCompression(catalog, format);
  });
}

/** The program that would let this computer compress a format that no available service compresses. */
export function installableCompressor({ catalogs }: Offer, format: string): string | undefined {
  const all = catalogs.get('local')?.installableCompressions ?? [];
  return all.find((each) => each.format === format)?.program;
}

/** True if a tool supports files of this format. */
export function accepts(offer: Offer, tool: DocumentedToolId, format: string): boolean {
  if (tool === 'compress') return compressorOf(offer, format) !== undefined;
  return [...offer.catalogs.values()].some((catalog) =>
    [...pairsFrom(catalog, format).keys()].some((to) => routeOf(offer, format, to) !== undefined),
  );
}

/** The programs that would let this computer convert all these formats to more targets. */
export function installableFor(offer: Offer, sourceFormats: readonly string[]): Installable[] {
  const distinct = [...new Set(sourceFormats)];
  const pairs = (offer.catalogs.get('local')?.installable ?? []).filter(({ from }) =>
    distinct.includes(from),
  );
  const missing = pairs.filter(({ from, to }) => routeOf(offer, from, to) === undefined);
  const sources = Map.groupBy(missing, ({ to }) => to);
  const reaches = (target: string): boolean =>
    distinct.every(
      (from) =>
        routeOf(offer, from, target) !== undefined ||
        sources.get(target)?.some((pair) => pair.from === from) === true,
    );
  const byProgram = Map.groupBy(
    missing.filter(({ to }) => reaches(to)),
    ({ program }) => program ?? '',
  );
  return [...byProgram].map(([program, added]) => ({
    program,
    targets: [...new Set(added.map(({ to }) => to))],
  }));
}

/** Losses that only files with another property can have: partial transparency implies transparency. */
const implyingLosses: ReadonlyMap<string, Loss> = new Map<string, Loss>([
  ['partialTransparency', 'transparency'],
  ['colors', 'color'],
]);

/**
 * Sorts the properties in `drops` into those that a file with these traits certainly loses, and those that it may lose.
 */
export function lossesOf(
  losses: readonly string[],
  traits: Traits = {},
): { readonly certain: readonly string[]; readonly possible: readonly string[] } {
  const known = new Map(Object.entries(traits));
  const isImpossible = (name: string): boolean => known.get(implyingLosses.get(name) ?? '') === false;
  return {
    certain: losses.filter((name) => known.get(name) === true),
    possible: losses.filter((name) => !known.has(name) && !isImpossible(name)),
  };
}

/** The conversions and compressions that the permitted services offer. */
interface OfferedFormats {
  readonly conversions: readonly { readonly from: string; readonly to: readonly string[] }[];
  readonly compressions: readonly string[];
}

/** Everything in an offer, by format, in alphabetical order. */
export function offeredFormats(offer: Offer): OfferedFormats {
  const catalogs = [...offer.catalogs.values()];
  const sources = distinct(catalogs.flatMap(({ conversions }) => conversions.map(({ from }) => from)));
  const compressible = distinct(catalogs.flatMap(({ compressions }) => compressions));
  return {
    conversions: sources
      .map((from) => ({ from, to: distinct(targetsFor(offer, [from]).map(({ format }) => format)) }))
      .filter(({ to }) => to.length > 0),
    compressions: compressible.filter((format) => compressorOf(offer, format) !== undefined),
  };
}

function distinct(formats: readonly string[]): string[] {
  return [...new Set(formats)].toSorted();
}

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

/** Creates a problem that is found before there is a job. */
export function planProblem(code: PlanProblemCode, detail = ''): Problem {
  return { code, detail };
}

/** The reason why a permitted service is unavailable. */
export function serviceProblem(offer: Offer): Problem | undefined {
  const error = serviceOrder[offer.runOn].map((id) => offer.unavailable.get(id)).find(isCodedError);
  return keyProblem(offer) ?? (error && { code: error.code, detail: error.message });
}

/** The problem of a missing key, if the settings only permit the network. */
export function keyProblem({ runOn, networkReady }: Offer): Problem | undefined {
  return runOn === 'networkOnly' && !networkReady
    ? planProblem('api_key.missing', 'The setting runOn is networkOnly, and no API key is stored.')
    : undefined;
}
