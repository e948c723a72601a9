// node tools/lint/commitMessage.ts FILE: checks the message in a file, as .githooks/commit-msg does.
// node tools/lint/commitMessage.ts --range A..B: checks every commit in a range, as CI does.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const maxSubjectLength = 72;

/** Other forms of common verbs, such as Added, Fixes, and Renaming. The verbs are listed without a final e. */
const otherForm =
  // cspell:disable-next-line
  /^(?:(?:add|allow|bump|chang|check|clean|creat|delet|drop{1,2}|fix|handl|implement|improv|introduc|mak|merg|mov|refactor|remov|renam|replac|rewrit|show|simplif|stop{1,2}|support|test|updat|us|writ)(?:e?s|e?d|ies|ied|y?ing)|made|wrote|rewrote)\b/i;

/** Lists what is wrong with a subject. Git itself writes the subjects of merges and reverts. */
function faultsOf(subject: string): string[] {
  if (/^(?:Merge |Revert "|(?:fixup|squash)! )/.test(subject)) return [];
  return [
    ...(subject.trim() === '' ? ['is empty'] : []),
    ...(subject.length > maxSubjectLength ? [`has more than ${maxSubjectLength} characters`] : []),
    ...(subject.endsWith('.') ? ['ends with a period'] : []),
    ...(otherForm.test(subject) ? ['should start with an imperative, such as Add, Fix, or Remove'] : []),
  ];
}

function subjects(): string[] {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { range: { type: 'string' } },
  });
  if (values.range !== undefined) {
    const log = execFileSync('git', ['log', '--no-merges', '--format=%s', values.range, '--'], {
      encoding: 'utf8',
    });
    return log.split('\n').filter((subject) => subject !== '');
  }
  const [file] = positionals;
  if (file === undefined) throw new Error('Pass a file with a message, or --range');
  const lines = readFileSync(file, 'utf8').split(/\r?\n/);
  return [lines.find((line) => line.trim() !== '' && !line.startsWith('#')) ?? ''];
}

for (const subject of subjects()) {
  for (const fault of faultsOf(subject)) {
    console.error(`“${subject}” ${fault}.`);
    process.exitCode = 1;
  }
}
