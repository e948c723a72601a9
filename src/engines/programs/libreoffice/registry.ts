/** A value in LibreOffice's registry, with its path and name. */
export type RegistrySetting = readonly [node: string, name: string, value: string | number | boolean];

const namespaces =
  'xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

/** Returns the content of the file `registrymodifications.xcu`. */
export function registryFile(items: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<oor:items ${namespaces}>\n${items.join('\n')}\n</oor:items>\n`;
}

/** Returns an XML item that sets one value. */
export function settingItem([node, name, value]: RegistrySetting): string {
  return item(node, property(name, value, 'fuse'));
}

/** Returns an XML item that changes a node's content. */
export function item(node: string, content: string): string {
  return `<item oor:path="/org.openoffice.${node}">${content}</item>`;
}

/** Returns an XML node that replaces the node with the same name in a set, including its content. */
export function replacement(name: string, content: string): string {
  return `<node oor:name="${name}" oor:op="replace">${content}</node>`;
}

export function property(name: string, value: RegistrySetting[2], operation?: 'fuse'): string {
  const changed = operation === undefined ? '' : ` oor:op="${operation}"`;
  const escaped = String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<prop oor:name="${name}"${changed}><value>${escaped}</value></prop>`;
}
