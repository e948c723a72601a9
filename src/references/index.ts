// What is loaded where references are updated, and not before: parsers of all these languages.

export { reversalsOf } from './applied.ts';
export { IgnoreFiles } from './ignoreFiles.ts';
export { mayRefer, referencesIn } from './references.ts';
