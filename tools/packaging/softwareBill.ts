import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ShippedPackage } from './shippedPackages.ts';

/** The fields of package.json that are used here. */
interface Facts {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

/** The fields of package-lock.json that are used here. */
export interface Lock {
  readonly packages: Readonly<Record<string, { readonly integrity?: string }>>;
}

/**
 * A CycloneDX 1.6 bill of the packages in a VSIX, with the hashes from the lock file. It has no timestamp, so the same
 * packages always give the same text.
 */
export async function softwareBill(
  { name, version }: Facts,
  packages: readonly ShippedPackage[],
  lock: Lock,
): Promise<string> {
  const locked = new Map(Object.entries(lock.packages));
  const components = await Promise.all(packages.map(async (each) => componentOf(each, locked)));
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': `${name}@${version}`, name, version } },
    components,
  };
  return `${JSON.stringify(bill, undefined, 2)}\n`;
}

async function componentOf(
  { folder }: ShippedPackage,
  locked: ReadonlyMap<string, Lock['packages'][string]>,
): Promise<object> {
  const { name, version, license }: Facts = JSON.parse(
    await readFile(path.join(folder, 'package.json'), 'utf8'),
  );
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const { integrity } = locked.get(pathInLock(folder)) ?? {};
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    ...(license === undefined ? {} : { licenses: [licenseOf(license)] }),
    ...(integrity === undefined ? {} : { hashes: [hashOf(integrity)] }),
  };
}

/** The path of a package in the lock file, such as `node_modules/zod`, wherever it is installed. */
function pathInLock(folder: string): string {
  const names = folder.split(path.sep);
  return names.slice(names.indexOf('node_modules')).join('/');
}

function licenseOf(license: string): object {
  return /^[\w.+-]+$/.test(license) ? { license: { id: license } } : { expression: license };
}

/** Converts a hash from npm's form, such as `sha512-` and Base64. */
function hashOf(integrity: string): object {
  const [algorithm = '', hash = ''] = integrity.split('-');
  return {
    alg: algorithm.toUpperCase().replace('SHA', 'SHA-'),
    content: Buffer.from(hash, 'base64').toString('hex'),
  };
}
