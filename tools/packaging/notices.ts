import { globSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ShippedPackage } from './shippedPackages.ts';

/** Notices for bundled parts that their packages don't declare. */
const unnamedParts: ReadonlyMap<string, string> = new Map([
  [
    'h264-mp4-encoder',
    `It holds, compiled to WebAssembly:

- minih264 by Lieff, in the public domain (CC0 1.0). Source: https://github.com/TrevorSundberg/minih264
- mp4v2, Copyright (C) Cisco Systems Inc. and others, under the Mozilla Public License 1.1
  (https://www.mozilla.org/MPL/1.1/). Source, available under that license: https://github.com/TrevorSundberg/libmp4v2
- the runtime of Emscripten, Copyright (c) 2010-2020 Emscripten authors, under the MIT license above. Source:
  https://github.com/emscripten-core/emscripten`,
  ],
]);

/** Packages whose license is only in a comment at the beginning of a file, with that file. */
const licensedAtHead: ReadonlyMap<string, string> = new Map([
  ['@libav.js/variant-obsolete', 'dist/libav-[0-9]*-obsolete.wasm.js'],
]);

const texts = path.join(import.meta.dirname, 'licenses');
/** Licenses whose texts differ only in the copyright holder. */
const personalTexts: ReadonlySet<string> = new Set(['MIT', 'ISC']);
/** The license texts that are printed only once, at the end. */
const sharedTexts: ReadonlyMap<string, readonly string[]> = new Map([
  ['Apache-2.0', ['Apache-2.0']],
  ['MPL-2.0', ['MPL-2.0']],
  ['LGPL-3.0', ['LGPL-3.0', 'GPL-3.0']],
]);

/** The fields of package.json that are used here. */
interface Facts {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name: string };
  readonly repository?: string | { readonly url: string };
}

/**
 * The license texts of packages, one after the other, each with the package's files that ship.
 * @throws Error for a package that has no license text and whose license isn't in `tools/packaging/licenses` either
 */
export async function thirdPartyNotices(packages: readonly ShippedPackage[]): Promise<string> {
  const used = new Set<string>();
  const sections: string[] = [];
  for (const each of packages) sections.push(await section(each, used));
  for (const id of [...used].toSorted()) sections.push(`# ${id}\n\n${await textOf(id)}`);
  return `# Third-party notices\n\n${sections.join('\n\n')}\n`;
}

/** @param used collects the licenses whose texts the section refers to */
async function section({ folder, files }: ShippedPackage, used: Set<string>): Promise<string> {
  const facts: Facts = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  const { name, version, license = 'SEE BELOW', repository } = facts;
  const address = typeof repository === 'object' ? repository.url : repository;
  const own = await ownTexts(folder, name);
  return [
    `## ${name} ${version}: ${license}`,
    // Some licenses require the address of the source.
    `Source: ${address ?? `${name} on npm`}`,
    ...(files.length === 0 ? [] : [`Files: ${files.join(', ')}`]),
    ...(own.length > 0 ? own : [await knownText(facts, used)]),
    ...[unnamedParts.get(name) ?? []].flat(),
  ].join('\n\n');
}

async function ownTexts(folder: string, name: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((file) => /licen[cs]e|notice|copying/i.test(file));
  const [head] = globSync(licensedAtHead.get(name) ?? [], { cwd: folder });
  return Promise.all([
    ...names.map((file) => readFile(path.join(folder, file), 'utf8')),
    ...(head === undefined ? [] : [leadingComment(path.join(folder, head))]),
  ]);
}

async function leadingComment(file: string): Promise<string> {
  return /^\/\*[\s\S]*?\*\//.exec(await readFile(file, 'utf8'))?.[0] ?? '';
}

async function knownText({ name, license = '', author }: Facts, used: Set<string>): Promise<string> {
  const id = license.replace(/(?:-only|-or-later|\+)$/, '');
  if (personalTexts.has(id)) {
    const holder = (typeof author === 'object' ? author.name : author) || `the authors of ${name}`;
    return `Copyright (c) ${holder}\n\n${await textOf(id)}`;
  }
  const shared = sharedTexts.get(id);
  if (shared === undefined) throw new Error(`The package ${name} has no license text (${license})`);
  for (const text of shared) used.add(text);
  return `The license texts of ${shared.join(' and ')} are at the end.`;
}

async function textOf(id: string): Promise<string> {
  return (await readFile(path.join(texts, `${id}.txt`), 'utf8')).trimEnd();
}
