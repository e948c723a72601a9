import { formatOfFileName } from '../../contract/formats/naming.ts';
import { formatById } from '../../contract/formats/table.ts';
import type { ProgramFacts } from '../../engines/programs/programFacts.ts';
import { programs } from '../../engines/programs/programs.ts';
import { runOnValues } from '../../planning/offer.ts';
import { hasFailed, type Job, onCollisionChoices } from '../../jobs/core/job.ts';

export interface DiagnosticFacts {
  readonly extension: string;
  /** Lines about the computer and VS Code. */
  readonly surroundings: readonly string[];
  /** The changed settings, by name. */
  readonly settings: ReadonlyMap<string, unknown>;
  readonly hasKey: boolean;
  /** The installed programs; `undefined` if the local service couldn't be asked. */
  readonly programs: readonly ProgramFacts[] | undefined;
  readonly jobs: readonly Job[];
}

const maxFailures = 10;
/** Values of settings that are the extension's own words. Any other text may be a path, an address, or a name. */
const publicValues: ReadonlySet<string> = new Set([...runOnValues, ...onCollisionChoices]);
/** Matches codes in the API's form, because servers may send anything. */
const code = /^[a-z][a-z0-9_.]{0,80}$/;

/**
 * Formats the facts as text that can be published. It contains no files, addresses, keys, or input. Like the log, it is
 * in English.
 */
export function diagnostics(facts: DiagnosticFacts): string {
  return [
    `File Utility Network ${facts.extension}`,
    ...facts.surroundings,
    `API key: ${facts.hasKey ? 'stored' : 'none'}`,
    ...section('Changed settings', settingLines(facts.settings)),
    ...section('Programs', facts.programs?.map(programLine) ?? ['unknown: the local service didn’t respond']),
    ...section('Jobs', [...jobCounts(facts.jobs), ...failures(facts.jobs)]),
    '',
  ].join('\n');
}

function section(title: string, lines: readonly string[]): string[] {
  return ['', `${title}:`, ...(lines.length === 0 ? ['none'] : lines).map((line) => `- ${line}`)];
}

function settingLines(settings: DiagnosticFacts['settings']): string[] {
  return [...settings].map(([name, value]) => `${name}: ${shown(value)}`);
}

function shown(value: unknown): string {
  if (typeof value === 'boolean' || typeof value === 'number') return String(value);
  if (typeof value === 'string' && publicValues.has(value)) return value;
  if (typeof value === 'object' && value !== null) return `${Object.keys(value).length} entries`;
  return value === '' ? 'empty' : 'a string';
}

function programLine({
  id,
  version,
  confiner,
  refusal,
  couldBeConfined,
  vulnerabilities,
}: ProgramFacts): string {
  const unconfined = refusal === undefined ? 'not sandboxed' : `not run (${refusal})`;
  const sandbox = confiner === undefined ? unconfined : `sandboxed by ${confiner}`;
  return [
    `${programs[id].name} ${/^[\w.+-]{1,40}$/.test(version ?? '') ? version : 'unknown version'}`,
    sandbox,
    ...(couldBeConfined ? ['another package could be sandboxed'] : []),
    ...(vulnerabilities === undefined
      ? []
      : [`known vulnerabilities${vulnerabilities.areRefused ? ', affected files are refused' : ''}`]),
  ].join(', ');
}

function jobCounts(jobs: readonly Job[]): string[] {
  const byState = Map.groupBy(jobs, ({ state }) => state.name);
  return [...byState].map(([name, of]) => `${name}: ${of.length}`);
}

/** The last failures, newest first. */
function failures(jobs: readonly Job[]): string[] {
  return jobs
    .filter(hasFailed)
    .toSorted((one, other) => other.createdAt - one.createdAt)
    .slice(0, maxFailures)
    .map(({ createdAt, tool, service, source, sourceFormat, targetFormat, state }) => {
      const from = formatText(sourceFormat ?? formatOfFileName(source));
      const fault = state.name === 'failed' ? state.problem.code : state.name;
      const target = targetFormat === undefined ? '' : ` to ${formatText(targetFormat)}`;
      const place = service === 'local' ? 'on this computer' : 'on the network';
      const at = new Date(createdAt).toISOString();
      return `${at} ${tool} ${from}${target} ${place}: ${code.test(fault) ? fault : 'unknown code'}`;
    });
}

/** A format's name. Unknown extensions aren't published, because they may be part of a file's name. */
function formatText(format: string | undefined): string {
  return format !== undefined && formatById(format) !== undefined ? format : 'unknown format';
}
