/** One entry of an archive's directory. */
export interface ListedEntry {
  /** The path as 7-Zip prints it: control characters are replaced, but it is otherwise untrusted. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'hardLink' | 'special';
  /** The path of the entry whose content a hard link shares. */
  readonly target: string;
  readonly encrypted: boolean;
  /** True if the archive stores a Unix mode for the entry. */
  readonly hasMode: boolean;
}

/** Parses the output of `7zz l -slt -ba`: a block of `Name = value` lines per entry, separated by empty lines. */
export function parseListing(output: string): ListedEntry[] {
  return output
    .split('\n\n')
    .filter((block) => block.trimStart().startsWith('Path = '))
    .map((block) => readEntry(fieldsOf(block)));
}

function fieldsOf(block: string): Map<string, string> {
  const lines = block.trimStart().split('\n');
  return new Map(
    lines.map((line) => {
      const at = line.indexOf(' =');
      return [line.slice(0, at), line.slice(at + ' = '.length)];
    }),
  );
}

function readEntry(fields: ReadonlyMap<string, string>): ListedEntry {
  const target = fields.get('Hard Link') ?? '';
  return {
    path: fields.get('Path') ?? '',
    kind: target === '' ? kindOf(fields) : 'hardLink',
    target,
    encrypted: fields.get('Encrypted') === '+',
    hasMode: modeOf(fields) !== undefined,
  };
}

/**
 * The kind of an entry. Unix modes distinguish links and devices from files; 7-Zip prints a tar's in `Mode`, and other
 * modes at the end of `Attributes`.
 */
function kindOf(fields: ReadonlyMap<string, string>): ListedEntry['kind'] {
  const attributes = fields.get('Attributes') ?? '';
  const mode = modeOf(fields)?.[0];
  const isLink = (fields.get('Symbolic Link') ?? '') !== '' || /^[A-Z]*L/.test(attributes);
  if (isLink || (mode !== undefined && !'-d'.includes(mode))) return 'special';
  return mode === 'd' || fields.get('Folder') === '+' || attributes.startsWith('D') ? 'folder' : 'file';
}

function modeOf(fields: ReadonlyMap<string, string>): string | undefined {
  return /(?:^| )([-a-z][-rwxsStT]{9})$/.exec(fields.get('Mode') || (fields.get('Attributes') ?? ''))?.[1];
}
