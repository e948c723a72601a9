/**
 * Paths for the entries of an archive that are unique on every system: of paths that differ only by case or Unicode
 * form, the later one gets a number, and so does a file with the path of a folder.
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
