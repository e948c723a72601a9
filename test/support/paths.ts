import path from 'node:path';

/** The clone's root. */
export const root = path.resolve(import.meta.dirname, '../..');

/** Everything the tests fetch or write; ignored by git, and safe to delete while nothing runs. */
export const cache = path.join(root, '.vscode-test');
