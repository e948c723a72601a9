/**
 * Makes the paths of an archive's entries unique on every system. If paths differ only in case or Unicode form, or a
 * file has a folder's path, the later one gets a number.
 */
export function entryNames(paths: readonly string[]): string[] {
  const taken = new Set(paths.flatMap(foldersOf).map(folded));
  return paths.map((path) => {
    let name = path;
    for (let number = 1; taken.has(folded(name)); number += 1) name = numbered(path, number);
    taken.add(folded(name));
    return name;
  });
}

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

function numbered(path: string, number: number): string {
  const dot = path.lastIndexOf('.');
  const isExtension = dot > path.lastIndexOf('/') + 1;
  return isExtension ? `${path.slice(0, dot)} (${number})${path.slice(dot)}` : `${path} (${number})`;
}

function folded(path: string): string {
  return path.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFC');
}
