import { withChangedFiles } from './changedFiles.ts';

/** The parts of Word and OpenDocument files that contain addresses. */
const linkingFiles = /^(?:word\/_rels\/[^/]+\.rels|content\.xml)$/;
const address = /\s(?:Target|xlink:href)="[^"]*"/g;
const escapedTwice = /%25([0-9a-f]{2})/gi;

/** Corrects the addresses in a document: the library escapes the percent signs of escaped characters again. */
export function withPlainAddresses(document: Uint8Array): Uint8Array {
  return withChangedFiles(
    document,
    (name) => linkingFiles.test(name),
    (xml) => xml.replaceAll(address, (attribute) => attribute.replaceAll(escapedTwice, '%$1')),
  );
}
