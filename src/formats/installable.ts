import { type Offer, routeOf } from './offer.ts';

/** What a program that is not there would add. */
export interface Installable {
  /** As the service names it. */
  readonly program: string;
  /** What all files that were asked about could become besides. */
  readonly targets: readonly string[];
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
