// node src/build/releaseNotes.ts <tag>: prints what CHANGELOG.md says of the version that package.json and the tag name.
import { readFileSync } from 'node:fs';

/**
 * The changelog's section of a version, without its heading.
 * @throws Error when the tag is not `v` and the version, or the changelog says nothing of it
 */
export function releaseNotes(tag: string, version: string, changelog: string): string {
  if (tag !== `v${version}`) throw new Error(`The tag ${tag} does not name the version ${version}.`);
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((each) => each.startsWith(`${version}\n`));
  const notes = section?.slice(version.length).trim() ?? '';
  if (notes === '') throw new Error(`CHANGELOG.md says nothing of ${version}.`);
  return notes;
}

if (import.meta.main) {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  console.log(releaseNotes(process.argv[2] ?? '', version, readFileSync('CHANGELOG.md', 'utf8')));
}
