const safeSchemes: ReadonlySet<string> = new Set(['ftp', 'http', 'https', 'mailto', 'tel']);
const runningSchemes: ReadonlySet<string> = new Set(['data', 'javascript', 'vbscript']);

/** Returns the scheme of an address, such as `https`, in lower case. Browsers ignore control characters in it. */
export function schemeOf(address: string): string | undefined {
  const [, scheme] = /^([a-z][\w+.-]*):/i.exec(address.replaceAll(/[\0-\x20]/g, '')) ?? []; // eslint-disable-line no-control-regex
  return scheme?.toLowerCase();
}

/** Returns an address unless it may run a program or name a local file. */
export function safeAddress(address: string): string | undefined {
  const scheme = schemeOf(address);
  return scheme === undefined || safeSchemes.has(scheme) ? address : undefined;
}

/** True for an address that isn't relative to the document, and runs no program and names no local file. */
export function isElsewhere(address: string): boolean {
  return safeSchemes.has(schemeOf(address) ?? '');
}

/** True for an address that runs no program. */
export function isLink(address: string | undefined): address is string {
  return address !== undefined && address !== '' && !runningSchemes.has(schemeOf(address) ?? '');
}
