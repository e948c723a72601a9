// npm run reword -- "Old sentence" "New sentence": changes a sentence of the user interface everywhere at once.
import { parseArgs } from 'node:util';
import { reworded, writeReworded } from './reword.ts';

const [old, wanted, ...others] = parseArgs({ allowPositionals: true }).positionals;
if (!old || !wanted || others.length > 0) throw new Error('Pass the old sentence and the new one, in quotes');

const folder = process.cwd();
const changed = reworded(folder, old, wanted);
writeReworded(folder, changed);
for (const file of changed.keys()) console.log(file);
console.log('Check the translations, and the tests that look for the sentence with values filled in.');
