export const documentSources = [
  'docx',
  'odt',
  'rtf',
  'html',
  'md',
  'epub',
  'mobi',
  'azw3',
  'fb2',
  'tex',
  'txt',
  'pptx',
  'odp',
] as const;
export const documentTargets = ['html', 'md', 'txt', 'docx', 'odt', 'rtf', 'epub'] as const;

export type DocumentSource = (typeof documentSources)[number];
export type DocumentTarget = (typeof documentTargets)[number];

/** Narrows the name of a format from a declared conversion to its type. */
export function formatIn<T extends string>(formats: readonly T[], name: string): T {
  const format = formats.find((each) => each === name);
  if (format === undefined) throw new Error(`Unknown format: ${name}. Expected one of ${formats.join(', ')}`);
  return format;
}
