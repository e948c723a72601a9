import { TransportError } from '../../../src/contract/errors.ts';
import type { Catalog } from '../../../src/planning/catalog.ts';
import type { Offer } from '../../../src/planning/offer.ts';
import type { SelectedFile, Selection } from '../../../src/planning/possibilities.ts';
import type { ServiceId } from '../../../src/jobs/core/service.ts';
import { offerWith } from './offerWith.ts';

export const local: Catalog = {
  conversions: [
    { from: 'png', to: 'webp' },
    { from: 'svg', to: 'webp' },
    { from: 'svg', to: 'png' },
  ],
  compressions: ['png'],
  installable: [
    { from: 'mkv', to: 'mp4', program: 'ffmpeg' },
    { from: 'flv', to: 'mp4', program: 'other' },
  ],
};
const network: Catalog = {
  conversions: [
    { from: 'docx', to: 'pdf' },
    { from: 'odt', to: 'pdf' },
  ],
  compressions: ['pdf'],
};
/** The catalogs of a local service and a network with different formats. */
export const catalogs = new Map<ServiceId, Catalog>([
  ['local', local],
  ['network', network],
]);
/** An offer with both catalogs. */
export const both = offerWith({ catalogs, networkReady: true });
export const withoutKey = offerWith({ catalogs: new Map(), runOn: 'networkOnly' });
export const unreachable = new TransportError('transport.unreachable', 'No route.');

/** A selected file whose format is its extension. */
export function file(name: string, changes: Partial<SelectedFile> = {}): SelectedFile {
  const format = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : undefined;
  return { uri: `file:///files/${name}`, format, inFolder: false, neverUploaded: false, ...changes };
}

export const select = (offer: Offer, ...files: readonly SelectedFile[]): Selection => ({
  offer,
  files,
  truncated: false,
});
