import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Job, JobState } from '../../../../src/jobs/core/job.ts';
import { states } from '../../../../src/jobs/core/states.ts';
import { commands, contextKeys } from '../../../../src/manifest.ts';
import { batchRow, jobRow } from '../../../../src/vscode/jobsView/jobRows.ts';
import { jobWith } from '../../../support/jobs/jobWith.ts';
import { rowFacts } from '../../../support/jobs/rowFacts.ts';

interface Entry {
  readonly command: string;
  readonly when: string;
  readonly group?: string;
}

const { menus } = JSON.parse(readFileSync('package.json', 'utf8')).contributes;
const ofTitle: readonly Entry[] = menus['view/title'];
const ofRows: readonly Entry[] = menus['view/item/context'];

/** Commands that undo, cancel, or repeat work, which a click that was meant for another button must not do. */
const consequential: ReadonlySet<string> = new Set([
  commands.undoLastBatch,
  commands.undoBatch,
  commands.cancelJob,
  commands.cancelAllJobs,
  commands.removeJob,
  commands.removeEndedJobs,
  commands.resumeJobs,
  commands.retryJob,
  commands.retryFailed,
  commands.submitAgain,
  commands.turnRulesOff,
]);

/** The commands of a menu's group that apply, in order. `isSo` decides the parts of their `when` clauses. */
function shown(entries: readonly Entry[], group: string, isSo: (part: string) => boolean): string[] {
  return entries
    .flatMap(({ command, when, group: place = '' }) => {
      const [name, order] = place.split('@');
      return name === group && holds(when, isSo) ? [{ command, order: Number(order) }] : [];
    })
    .toSorted((a, b) => a.order - b.order)
    .map(({ command }) => command);
}

/** Evaluates a `when` clause whose only operators are `!`, `&&`, `||`, and parentheses. */
function holds(when: string, isSo: (part: string) => boolean): boolean {
  let text = when.replaceAll(/[\w.]+(?: (?:==|=~) (?:\/.*?\/|[\w.]+))?/g, (part) => (isSo(part) ? 'T' : 'F'));
  for (let before = ''; text !== before;) {
    before = text;
    text = text
      .replaceAll(/!([TF])/g, (_, value) => (value === 'T' ? 'F' : 'T'))
      .replaceAll(/[TF](?: && [TF])+/g, (all) => (all.includes('F') ? 'F' : 'T'))
      .replaceAll(/\(([TF](?: \|\| [TF])*)\)/g, (_, all) => (all.includes('T') ? 'T' : 'F'));
  }
  assert.match(text, /^[TF]$/, when);
  return text === 'T';
}

/** The buttons of a row with this `contextValue`. */
function buttonsOf(contextValue: string): string[] {
  return shown(ofRows, 'inline', (part) => {
    const [, pattern] = /^viewItem =~ \/(.*)\/$/.exec(part) ?? [];
    return pattern === undefined ? part.startsWith('view ==') : new RegExp(pattern).test(contextValue);
  });
}

/** The commands that the button at each place runs in any of these rows. VS Code aligns buttons to the right. */
function byPlace(rows: readonly (readonly string[])[]): Set<string>[] {
  const places: Set<string>[] = [];
  for (const row of rows)
    for (const [place, command] of row.toReversed().entries()) (places[place] ??= new Set()).add(command);
  return places;
}

describe('The buttons in the title of the Jobs view', () => {
  const keys = Object.values(contextKeys).filter((key) => ofTitle.some(({ when }) => when.includes(key)));
  const titles = Array.from({ length: 2 ** keys.length }, (_, bits) =>
    shown(ofTitle, 'navigation', (part) =>
      part.startsWith('view ==') ? true : (bits & (2 ** keys.findIndex((key) => key === part))) > 0,
    ),
  );

  it('never give way to one that undoes, cancels, or repeats work', () => {
    for (const commands of byPlace(titles))
      assert.ok(
        commands.size === 1 || ![...commands].some((each) => consequential.has(each)),
        [...commands].join(),
      );
  });
});

describe('The buttons in a row of the Jobs view', () => {
  const facts = rowFacts();
  const problem = { code: 'file.missing', detail: '' } as const;
  const remote = { jobId: '1', epoch: undefined };
  const output = { remote, fileName: undefined, temporary: 'file:///tmp/1' };
  const saved = 'file:///files/a.webp';
  const done = states.saved(0, saved, 1);
  const every: readonly JobState[] = [
    states.waiting(),
    states.uploading(0, true, undefined),
    states.converting(),
    states.queued(remote),
    states.processing(remote, undefined),
    states.downloading(output),
    states.placing(output),
    done,
    states.saved(0, 'file:///files/a.pdf', 1),
    states.doneWithoutOutput(0, 'skipped'),
    states.failed(0, problem),
    states.failed(0, problem, { keptOutput: saved }),
    states.canceled(0, false),
    states.expired(0),
    states.needsCredits(problem),
    states.needsKey(problem),
    states.needsName('a.webp'),
    states.unconfirmed(jobWith(), { sentAt: 0, sha256: undefined }),
    states.offline(problem),
  ];
  const jobRows = every.map((state) => jobRow(jobWith({ state }), facts, true).contextValue);
  const batchRows = every.flatMap((one) =>
    every.map((other) => {
      const jobs: readonly Job[] = [jobWith({ state: one }), jobWith({ id: '2', state: other })];
      return batchRow(jobs, jobs, facts).contextValue;
    }),
  );

  it('never take the place of another one that undoes, cancels, or repeats work', () => {
    for (const rows of [jobRows, batchRows]) {
      for (const commands of byPlace(rows.map(buttonsOf))) {
        const changing = [...commands].filter((each) => consequential.has(each));
        assert.ok(changing.length <= 1, changing.join());
      }
    }
  });

  it('include Retry for a failed job, and Retry Failed for a batch with one', () => {
    const [failed, other] = [
      jobWith({ state: states.failed(0, problem) }),
      jobWith({ id: '2', state: done }),
    ];
    assert.ok(buttonsOf(jobRow(failed, facts, true).contextValue).includes(commands.retryJob));
    const batch = batchRow([failed, other], [failed, other], facts);
    assert.ok(buttonsOf(batch.contextValue).includes(commands.retryFailed));
  });

  it('don’t include Undo, because Cancel disappears when there is a result', () => {
    for (const row of [...jobRows, ...batchRows])
      assert.ok(!buttonsOf(row).includes(commands.undoBatch), row);
  });
});

describe('The menu of a row in the Jobs view', () => {
  it('has no other command in the place of one that undoes, cancels, or repeats work', () => {
    const places = Map.groupBy(
      ofRows.filter(({ group = '' }) => !group.startsWith('inline')),
      ({ group }) => group,
    );
    for (const [group, entries] of places) {
      const commandsThere = new Set(entries.map(({ command }) => command));
      const isShared = commandsThere.size > 1 && [...commandsThere].some((each) => consequential.has(each));
      // Both repeat failed jobs.
      assert.ok(!isShared || [...commandsThere].every((each) => /\.retry/.test(each)), group);
    }
  });
});
