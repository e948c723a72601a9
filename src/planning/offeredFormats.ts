import { compressorOf, type Offer, targetsFor } from './offer.ts';

/** The conversions and compressions at the permitted services. */
interface OfferedFormats {
  readonly conversions: readonly { readonly from: string; readonly to: readonly string[] }[];
  readonly compressions: readonly string[];
}

/** Everything in an offer, by format in alphabetical order. */
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
