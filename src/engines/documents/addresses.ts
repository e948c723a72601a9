import { withChangedFiles } from './changedFiles.ts';

/** The files inside Word and OpenDocument documents that contain link addresses. */
const linkingFiles = /^(?:word\/_rels\/[^/]+\.rels|content\.xml)$/;
const address = /\s(?:Target|xlink:href)="[^"]*"/g;
const escapedTwice = /%25([0-9a-f]{2})/gi;

/** Corrects the link addresses in a document that officeparser wrote, because officeparser escapes percent signs twice. */
export function withCorrectedAddresses(document: Uint8Array): Uint8Array {
  return withChangedFiles(
    document,
    (name) => linkingFiles.test(name),
    (xml) => xml.replaceAll(address, (attribute) => attribute.replaceAll(escapedTwice, '%$1')),
  );
}
