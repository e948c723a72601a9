// node tools/packaging/releaseNotes.ts <tag> <folder>: prints the changelog of a version, whose tag must match package.json,
// and the packages in the folder.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * The changelog's section for a version, without its heading.
 * @throws Error if the tag isn't `v` and the version, followed by `-pre` for the pre-release channel; if the version
 * doesn't fit the channel; or if the changelog has no section for it
 */
export function releaseNotes(tag: string, version: string, changelog: string): string {
  if (tag !== `v${version}` && tag !== `v${version}-pre`)
    throw new Error(`The tag ${tag} doesn’t match the version ${version}`);
  if (isPreRelease(version) !== tag.endsWith('-pre'))
    throw new Error(
      `${version} can't be released as ${tag}: pre-releases have odd minor versions, others even ones`,
    );
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((each) => each.startsWith(`${version}\n`));
  const notes = section?.slice(version.length).trim() ?? '';
  if (notes === '') throw new Error(`CHANGELOG.md has no entry for ${version}`);
  return notes;
}

/**
 * A marketplace takes each version once, whatever its channel, and offers the highest one. By VS Code's convention,
 * pre-releases have odd minor versions.
 */
function isPreRelease(version: string): boolean {
  return Number(version.split('.')[1]) % 2 === 1;
}

export interface Package {
  /** The end of a package's file name, such as `linux-x64.vsix`. */
  readonly fileName: string;
  readonly bytes: number;
}

/**
 * A Markdown table of the packages for each platform, with their sizes.
 * @throws Error if there is none
 */
export function packageTable(packages: readonly Package[]): string {
  if (packages.length === 0) throw new Error('No package found');
  const rows = packages
    .toSorted((one, other) => one.fileName.localeCompare(other.fileName))
    .map(({ fileName, bytes }) => `| \`${fileName}\` | ${(bytes / 1e6).toFixed(1)} MB |`);
  return ['## Packages', '', '| Package | Size |', '| --- | ---: |', ...rows].join('\n');
}

if (import.meta.main) {
  const [tag = '', folder = ''] = process.argv.slice(2);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const packages = readdirSync(folder)
    .filter((fileName) => fileName.endsWith('.vsix'))
    .map((fileName) => ({ fileName, bytes: statSync(path.join(folder, fileName)).size }));
  const notes = releaseNotes(tag, version, readFileSync('CHANGELOG.md', 'utf8'));
  console.log(`${notes}\n\n${packageTable(packages)}`);
}
