/**
 * What Calibre reads. Never `recipe`, which is a program, nor HTML and text with markup, whose links it would follow to
 * any file of this computer.
 */
export const calibreSources = [
  'epub',
  'mobi',
  'azw3',
  'prc',
  'fb2',
  'lit',
  'lrf',
  'pdb',
  'pmlz',
  'rb',
  'snb',
  'tcr',
  'txt',
  'docx',
  'odt',
  'rtf',
  'pdf',
] as const;

export const calibreTargets = [
  'epub',
  'mobi',
  'azw3',
  'fb2',
  'lit',
  'lrf',
  'pdb',
  'pmlz',
  'rb',
  'snb',
  'tcr',
  'txt',
  'txtz',
  'htmlz',
  'rtf',
  'docx',
] as const;
