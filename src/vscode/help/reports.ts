import { formatOfFileName } from '../../contract/formats/naming.ts';
import { formatById } from '../../contract/formats/table.ts';
import type { ProgramFacts } from '../../engines/programs/programFacts.ts';
import type { ProgramSearch } from '../../engines/programs/findPrograms.ts';
import { type ProgramId, programs, programIds } from '../../engines/programs/programs.ts';
import { runOnValues } from '../../planning/offer.ts';
import { hasFailed, type Job, onCollisionChoices } from '../../jobs/core/job.ts';
import { code, heading, line, link, list, type Markdown, page, paragraph, strong } from '../text/markdown.ts';
import { untrusted, joined, listed, say, sentences, type SafeText, wholePath } from '../text/safeText.ts';

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
const codePattern = /^[a-z][a-z0-9_.]{0,80}$/;

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
      return `${at} ${tool} ${from}${target} ${place}: ${codePattern.test(fault) ? fault : 'unknown code'}`;
    });
}

/** A format's name. Unknown extensions aren't published, because they may be part of a file's name. */
function formatText(format: string | undefined): string {
  return format !== undefined && formatById(format) !== undefined ? format : 'unknown format';
}

/** What each program adds to the conversions of this computer. */
const additions: Readonly<Record<ProgramId, () => SafeText>> = {
  ffmpeg: () => say('Converts and compresses audio and video.'),
  libreoffice: () =>
    say(
      'Keeps the layout of documents, spreadsheets, and presentations, and reads formats such as DOC and PPT.',
    ),
  pandoc: () => say('Converts more document formats, such as reStructuredText and Org.'),
  calibre: () => say('Creates Kindle books, and reads the formats of older e-readers.'),
  ghostscript: () => say('Reads and writes PostScript.'),
  tesseract: () => say('Recognizes the text of scans and images.'),
};

/**
 * A report about the user's programs that can convert files.
 * @param paths the paths that the user has set
 */
export function programsReport(found: readonly ProgramFacts[], paths: ProgramSearch['paths']): Markdown {
  const missing = programIds.filter((id) => !found.some((facts) => facts.id === id));
  return page([
    heading(1, say('Programs on this computer')),
    ...found.flatMap(chapter),
    ...(missing.length === 0
      ? []
      : [heading(2, say('Not found')), list(missing.map((id) => missingEntry(id, paths[id] ?? '')))]),
  ]);
}

function chapter(facts: ProgramFacts): Markdown[] {
  const version = facts.version === undefined ? say('unknown version') : untrusted(facts.version);
  const lines = [
    paragraph(additions[facts.id]()),
    line(paragraph(say('Location:')), code(wholePath(facts.path))),
    paragraph(confinementText(facts)),
    ...holesText(facts).map(paragraph),
  ];
  return [
    heading(2, joined([untrusted(programs[facts.id].name), version], ' ')),
    list(lines.map((each) => [each])),
  ];
}

function confinementText({ confiner, refusal, couldBeConfined }: ProgramFacts): SafeText {
  switch (refusal) {
    case 'root':
      return say(
        'Not run: VS Code runs as root, and no sandbox for the program works here. Install bubblewrap, or run VS Code as another user.',
      );
    case 'unstarted':
      return say('Not run for now: its sandbox couldn’t be started. Each conversion tries again.');
    case undefined:
      return confinerText(confiner, couldBeConfined);
  }
}

function confinerText(confiner: ProgramFacts['confiner'], couldBeConfined: boolean): SafeText {
  switch (confiner) {
    case 'bubblewrap':
    case 'unshare':
    case 'sandbox-exec':
      return say(
        'Sandboxed by {0}: no network access, and access only to system files, its own files, and those of the job.',
        untrusted(confiner),
      );
    case 'snap':
    case 'flatpak':
      return say(
        'Sandboxed by {0}, within the permissions of its package. Check those permissions.',
        untrusted(confiner),
      );
    case undefined:
      return unconfinedText(couldBeConfined);
  }
}

function unconfinedText(couldBeConfined: boolean): SafeText {
  if (couldBeConfined) {
    return say(
      'Not sandboxed: it only starts with access to all files. Check whether another package of this program supports a sandbox.',
    );
  }
  return process.platform === 'linux'
    ? say(
        'Not sandboxed: no sandbox is available or allowed on this computer. Install bubblewrap, and check that it’s allowed to run.',
      )
    : say(
        'Not sandboxed: on this system, only its arguments keep it from accessing other files. Keep it up to date.',
      );
}

function holesText({ vulnerabilities }: ProgramFacts): SafeText[] {
  if (vulnerabilities === undefined) return [];
  const formats = vulnerabilities.formats.map((format) => untrusted(format.toUpperCase()));
  const fixedIn = untrusted(vulnerabilities.fixedIn);
  const known = say(
    'This version has known security vulnerabilities that {0} files could exploit ({1}).',
    listed(formats),
    joined(vulnerabilities.advisories.map(untrusted), ', '),
  );
  const advice = vulnerabilities.areRefused
    ? say('Such files are refused until the program is updated to {0} or later.', fixedIn)
    : say(
        'Linux distributions fix vulnerabilities without changing the version. Make sure that the program’s updates are installed, or update it to {0}.',
        fixedIn,
      );
  return [sentences([known, advice])];
}

function missingEntry(id: ProgramId, path: string): Markdown[] {
  const { name, address } = programs[id];
  return [
    line(strong(untrusted(name)), link(untrusted(address))),
    paragraph(additions[id]()),
    ...(path === ''
      ? []
      : [line(paragraph(say('There’s no program at the path in the settings:')), code(wholePath(path)))]),
  ];
}
