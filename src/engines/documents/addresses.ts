import { withChangedFiles } from './changedFiles.ts';

/** Where documents of Word and of OpenDocument name what they link to. */
const linkingFiles = /^(?:word\/_rels\/[^/]+\.rels|content\.xml)$/;
const address = /\s(?:Target|xlink:href)="[^"]*"/g;
const escapedTwice = /%25([0-9a-f]{2})/gi;

/** A document whose addresses lead where they should: the library escapes the percent signs of what is escaped already. */
export function withPlainAddresses(document: Uint8Array): Uint8Array {
  return withChangedFiles(document, linkingFiles, (xml) =>
    xml.replaceAll(address, (attribute) => attribute.replaceAll(escapedTwice, '%$1')),
  );
}
