import { redrawnFormats } from '../contract/formats/redrawn.ts';
import type { ConversionPair } from '../contract/conversions.ts';
import type { DocumentedToolId } from '../contract/tools.ts';
import type { ServiceId } from '../jobs/core/service.ts';
import { type Catalog, compresses, pairsFrom } from './catalog.ts';

/** Where files may be worked on; the setting `runOn`. */
export const runOnValues = ['auto', 'localFirst', 'localOnly', 'networkOnly'] as const;

export type RunOn = (typeof runOnValues)[number];

/** The services that each setting allows, the preferred one first. */
export const serviceOrder: Readonly<Record<RunOn, readonly ServiceId[]>> = {
  auto: ['network', 'local'],
  localFirst: ['local', 'network'],
  localOnly: ['local'],
  networkOnly: ['network'],
};

/** What decides which services may do a job. */
interface ServiceRules {
  readonly runOn: RunOn;
  /** Whether the network has an address and a key. */
  readonly networkReady: boolean;
}

/** What can be done now: the catalogs at hand, and the rules for the choice between them. */
export interface Offer extends ServiceRules {
  readonly catalogs: ReadonlyMap<ServiceId, Catalog>;
  /** Services that may do the work but could not say what they offer, with the reason. */
  readonly unavailable: ReadonlyMap<ServiceId, unknown>;
  /** Whether what the network does costs credits, as far as is known. */
  readonly networkCharges: boolean;
  /** What people call a program that a catalog names; `undefined` for one that is not known here. */
  readonly programName: (program: string) => string | undefined;
}

/** A format that every selected file can become. */
export interface Target {
  readonly format: string;
  /** For each source format, the service and the pair. */
  readonly routes: readonly Route[];
}

/** How one format becomes another. */
export interface Route {
  readonly from: string;
  readonly service: ServiceId;
  readonly pair: ConversionPair;
}

/** What a program that is not there would add. */
export interface Installable {
  /** As the service names it. */
  readonly program: string;
  /** What all files that were asked about could become besides. */
  readonly targets: readonly string[];
}

/** What can be done with files that must stay on this computer. */
export function withoutNetwork(offer: Offer): Offer {
  return { ...offer, networkReady: false };
}

/** What can be done where pictures are drawn anew in their own formats, too, which nobody offers by itself. */
export function withRedrawing(offer: Offer): Offer {
  const local = offer.catalogs.get('local');
  if (local === undefined) return offer;
  const redrawn = redrawnFormats.map((format) => ({ from: format, to: format }));
  const catalog: Catalog = { ...local, conversions: [...local.conversions, ...redrawn] };
  return { ...offer, catalogs: new Map(offer.catalogs).set('local', catalog) };
}

/** The services that may do a job now, the preferred one first. */
export function servicesFor({ runOn, networkReady }: ServiceRules): ServiceId[] {
  return serviceOrder[runOn].filter((service) => service === 'local' || networkReady);
}

/** The service that does a job, or `undefined` when none may and can. Decided once; a job never changes service. */
export function chooseService(
  rules: ServiceRules,
  supports: (service: ServiceId) => boolean,
): ServiceId | undefined {
  return servicesFor(rules).find((service) => supports(service));
}

/** The formats that all the given ones can become, in the order of the catalog. */
export function targetsFor(offer: Offer, sourceFormats: readonly string[]): Target[] {
  const distinct = [...new Set(sourceFormats)];
  const candidates = new Set(
    [...offer.catalogs.values()].flatMap((catalog) => [...pairsFrom(catalog, distinct[0] ?? '').keys()]),
  );
  return [...candidates].flatMap((format) => {
    const routes = distinct.flatMap((from) => routeOf(offer, from, format) ?? []);
    return routes.length === distinct.length && routes.length > 0 ? [{ format, routes }] : [];
  });
}

/** How one format becomes another, or `undefined` when no allowed service supports it. */
export function routeOf(offer: Offer, from: string, to: string): Route | undefined {
  const pairAt = (service: ServiceId): ConversionPair | undefined => {
    const catalog = offer.catalogs.get(service);
    return catalog && pairsFrom(catalog, from).get(to);
  };
  const service = chooseService(offer, (id) => pairAt(id) !== undefined);
  const pair = service && pairAt(service);
  return service && pair && { from, service, pair };
}

/** The same way at the other service that may and can go it, or `undefined`. */
export function alternativeTo(offer: Offer, { from, service, pair: { to } }: Route): Route | undefined {
  const other = servicesFor(offer).find((id) => id !== service);
  const catalog = other && offer.catalogs.get(other);
  const pair = catalog && pairsFrom(catalog, from).get(to);
  return other && pair && { from, service: other, pair };
}

/** The service that compresses a format, or `undefined` when no allowed one does. */
export function compressorOf(offer: Offer, format: string): ServiceId | undefined {
  return chooseService(offer, (id) => {
    const catalog = offer.catalogs.get(id);
    return catalog !== undefined && compresses(catalog, format);
  });
}

/** The program with which this computer could compress a format that nothing compresses now. */
export function installableCompressor({ catalogs }: Offer, format: string): string | undefined {
  const all = catalogs.get('local')?.installableCompressions ?? [];
  return all.find((each) => each.format === format)?.program;
}

/** Whether anything can be done with a file of this format. */
export function accepts(offer: Offer, tool: DocumentedToolId, format: string): boolean {
  if (tool === 'compress') return compressorOf(offer, format) !== undefined;
  return [...offer.catalogs.values()].some((catalog) =>
    [...pairsFrom(catalog, format).keys()].some((to) => routeOf(offer, format, to) !== undefined),
  );
}

/** The programs with which this computer could convert files of all these formats to more than what is offered. */
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
